import { ActionIcon } from '@mantine/core'
import { IconRefresh, IconX } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../ui/figures/format-context.tsx'
import { Ruler } from '../../ui/figures/ruler.tsx'
import classes from './media-editor.module.css'
import type { Upload } from './use-uploads.ts'

type UploadTileProps = { upload: Upload; onCancel: () => void; onRetry: () => void }

/** A file that is being uploaded: its progress, or why it failed. */
export function UploadTile({ upload, onCancel, onRetry }: UploadTileProps) {
  const t = useTranslations('media')
  const { name } = upload.file
  const isFailed = upload.state === 'failed'
  return (
    <li className={classes.upload}>
      <span className={classes.uploadName} title={name}>
        {name}
      </span>
      {isFailed ? (
        <span className={classes.reason} role="alert">
          {upload.reason}
        </span>
      ) : (
        <UploadShare upload={upload} />
      )}
      {isFailed && upload.isPassing && (
        <ActionIcon className={classes.tool ?? ''} aria-label={t('retryUpload', { name })} onClick={onRetry}>
          <IconRefresh size={16} stroke={1.8} />
        </ActionIcon>
      )}
      <ActionIcon className={classes.tool ?? ''} aria-label={t('cancelUpload', { name })} onClick={onCancel}>
        <IconX size={16} stroke={1.8} />
      </ActionIcon>
    </li>
  )
}

function UploadShare({ upload: { file, state, share } }: { upload: Upload }) {
  const t = useTranslations('media')
  const format = useFormat()
  const { name } = file
  const text =
    state === 'waiting' ? t('waiting', { name }) : t('sending', { name, share: format.share(share) })
  return (
    <span className={classes.share}>
      <Ruler value={share} label={text} />
    </span>
  )
}
