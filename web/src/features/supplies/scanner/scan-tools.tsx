import { Button } from '@mantine/core'
import { IconCamera, IconKeyboard } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { LazyBoundary } from '../../../ui/states/lazy-boundary.tsx'
import { lazyPart } from '../../../ui/states/lazy-part.ts'
import classes from '../packing/packing.module.css'

// Lazy, because it brings the code reader, which is large.
const CameraScanner = lazyPart(async () => (await import('./camera-scanner.tsx')).CameraScanner)

type ScanToolsProps = {
  /** The button that takes back the last scan. */
  takeBack: ReactNode
  /** Opens the form for a code that no scanner reads. */
  onType: () => void
  onCode: (code: string) => void
  /** Shown after the buttons. */
  children?: ReactNode
}

/** What a screen for scanning offers beside the scanner: take back, type a code, the camera. */
export function ScanTools({ takeBack, onType, onCode, children }: ScanToolsProps) {
  const t = useTranslations('packing')
  const [isCamera, setIsCamera] = useState(false)
  return (
    <div className={classes.tools}>
      {takeBack}
      <Button
        variant="default"
        className={classes.tool ?? ''}
        leftSection={<IconKeyboard size={20} stroke={1.6} />}
        onClick={onType}
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
      {children}
      {isCamera && (
        <LazyBoundary>
          <CameraScanner onScan={onCode} onClose={() => setIsCamera(false)} />
        </LazyBoundary>
      )}
    </div>
  )
}
