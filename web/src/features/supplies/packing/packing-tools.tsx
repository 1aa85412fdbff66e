import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useUser } from '../../../api/session/session.ts'
import { useNow } from '../../../ui/dates/use-now.ts'
import { openDialog } from '../../../ui/dialog/open-dialog.tsx'
import { useFormat } from '../../../ui/figures/format-context.tsx'
import { CodeForm } from '../scanner/code-form.tsx'
import { ScanTools } from '../scanner/scan-tools.tsx'
import classes from './packing.module.css'
import type { Packing } from './use-packing.ts'
import { useTakeBack } from './use-take-back.ts'

type PackingToolsProps = { packing: Packing; supplyId: number; boxId: number }

/** The packing tools other than the scanner. */
export function PackingTools({ packing, supplyId, boxId }: PackingToolsProps) {
  const t = useTranslations('packing')
  const takeBack = useTakeBack(packing, supplyId, boxId)
  const type = () =>
    openDialog(t('typeTitle'), (close) => <CodeForm onCode={packing.add} close={close} />, {
      isForm: true,
    })
  return (
    <ScanTools
      onCode={packing.add}
      onType={type}
      takeBack={
        <Button
          variant="default"
          className={classes.tool ?? ''}
          leftSection={<IconArrowBackUp size={20} stroke={1.6} />}
          loading={takeBack.isBusy}
          onClick={takeBack.run}
        >
          {t('takeBack')}
        </Button>
      }
    >
      <LastScan packing={packing} />
    </ScanTools>
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
