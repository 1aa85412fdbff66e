import { Button } from '@mantine/core'
import { IconArrowBackUp, IconCamera, IconKeyboard } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useUser } from '../../../api/session.ts'
import { useFormat } from '../../../ui/format-context.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { openDialog } from '../../../ui/open-dialog.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { CodeForm } from '../scanner/code-form.tsx'
import classes from './packing.module.css'
import type { Packing } from './use-packing.ts'
import { useTakeBack } from './use-take-back.ts'

// Lazy, because it brings the code reader, which is large.
const CameraScanner = lazyPart(async () => (await import('../scanner/camera-scanner.tsx')).CameraScanner)

type PackingToolsProps = { packing: Packing; supplyId: number; boxId: number }

/** The packing tools other than the scanner. */
export function PackingTools({ packing, supplyId, boxId }: PackingToolsProps) {
  const t = useTranslations('packing')
  const takeBack = useTakeBack(packing, supplyId, boxId)
  const [isCamera, setIsCamera] = useState(false)
  const type = () =>
    openDialog(t('typeTitle'), (close) => <CodeForm onCode={packing.add} close={close} />, {
      isForm: true,
    })
  return (
    <div className={classes.tools}>
      <Button
        variant="default"
        className={classes.tool ?? ''}
        leftSection={<IconArrowBackUp size={20} stroke={1.6} />}
        loading={takeBack.isBusy}
        onClick={takeBack.run}
      >
        {t('takeBack')}
      </Button>
      <Button
        variant="default"
        className={classes.tool ?? ''}
        leftSection={<IconKeyboard size={20} stroke={1.6} />}
        onClick={type}
      >
        {t('typeCode')}
      </Button>
      <Button
        variant="default"
        className={classes.tool ?? ''}
        leftSection={<IconCamera size={20} stroke={1.6} />}
        aria-expanded={isCamera}
        onClick={() => setIsCamera(!isCamera)}
      >
        {t('camera')}
      </Button>
      <LastScan packing={packing} />
      {isCamera && (
        <Suspense>
          <CameraScanner onScan={packing.add} onClose={() => setIsCamera(false)} />
        </Suspense>
      )}
    </div>
  )
}

/** How long ago the person has scanned, so that they notice when their scanner went silent. */
function LastScan({ packing: { packing, waiting } }: { packing: Packing }) {
  const t = useTranslations('packing')
  const format = useFormat()
  const me = useUser()
  const now = useNow(1)
  const last = packing?.scans.find(({ user_id }) => user_id === me.id)
  // Scans that wait are just being made.
  if (!last || waiting.length > 0) return null
  const seconds = Math.max(0, Math.round((now - Date.parse(last.created_at)) / 1000))
  return (
    <span className={classes.lastScan}>{t('lastScan', { ago: format.duration(seconds, { units: 1 }) })}</span>
  )
}
