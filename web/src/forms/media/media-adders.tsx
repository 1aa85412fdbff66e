import { Button } from '@mantine/core'
import { IconCamera, IconLink, IconPlus } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import classes from './media-editor.module.css'

type MediaAddersProps = {
  onPick: () => void
  onFiles: (files: readonly File[]) => void
  /** Absent: only photos are added. */
  onLink?: () => void
  hasRoom: boolean
}

/** Buttons that add media. A phone also has its camera. */
export function MediaAdders({ onPick, onFiles, onLink, hasRoom }: MediaAddersProps) {
  const t = useTranslations('media')
  const camera = useRef<HTMLInputElement>(null)
  const takeLabel = t(onLink ? 'takePhoto' : 'camera')
  return (
    <div className={classes.adders} data-only={onLink ? undefined : 'photos'}>
      <Button
        className={classes.camera ?? ''}
        variant="default"
        leftSection={<IconCamera size={16} stroke={1.8} />}
        disabled={!hasRoom}
        onClick={() => camera.current?.click()}
      >
        {takeLabel}
      </Button>
      <input
        ref={camera}
        className={classes.input}
        type="file"
        accept="image/*"
        capture="environment"
        tabIndex={-1}
        aria-label={takeLabel}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])])
          // Allows the same photo to be chosen again.
          currentTarget.value = ''
        }}
      />
      <Button
        variant="default"
        leftSection={<IconPlus size={16} stroke={1.8} />}
        disabled={!hasRoom}
        onClick={onPick}
      >
        {t(onLink ? 'add' : 'addPhotos')}
      </Button>
      {onLink && (
        <>
          <Button
            variant="subtle"
            color="gray"
            leftSection={<IconLink size={16} stroke={1.8} />}
            disabled={!hasRoom}
            onClick={onLink}
          >
            {t('addLink')}
          </Button>
          <span className={classes.hint}>{t('dropHint')}</span>
        </>
      )}
    </div>
  )
}
