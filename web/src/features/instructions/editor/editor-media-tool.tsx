import { Button, UnstyledButton } from '@mantine/core'
import { RichTextEditor } from '@mantine/tiptap'
import { IconPhotoPlus, IconUpload } from '@tabler/icons-react'
import { useContext, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { acceptedTypes } from '../../../forms/media/use-uploads.ts'
import type { MediaItem } from '../../../ui/media/media-item.ts'
import { MediaThumb } from '../../../ui/media/media-thumb.tsx'
import { Popup } from '../../../ui/popup/popup.tsx'
import { EditorMediaContext } from './editor-media.tsx'
import classes from './text-editor.module.css'
import { useMediaLimits } from './use-media-limits.ts'

type EditorMediaToolProps = { onInsert: (item: MediaItem) => void; onFiles: (files: readonly File[]) => void }

/** Inserts a photo or video into the text: one that the instruction already has, or a new upload. */
export function EditorMediaTool({ onInsert, onFiles }: EditorMediaToolProps) {
  const t = useTranslations('instructions')
  const limits = useMediaLimits()
  const input = useRef<HTMLInputElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const items = useContext(EditorMediaContext)
  return (
    <Popup
      target={
        <RichTextEditor.Control aria-label={t('tool_media')} title={t('tool_media')}>
          <IconPhotoPlus size={18} stroke={1.6} />
        </RichTextEditor.Control>
      }
      label={t('tool_media')}
      position="bottom"
      width={300}
      isOpen={isOpen}
      onChange={setIsOpen}
    >
      {items.length > 0 && (
        <ul className={classes.choices} aria-label={t('media')}>
          {items.map((item) => (
            <li key={item.id}>
              <UnstyledButton
                className={classes.choice ?? ''}
                aria-label={t('putIn', { name: item.name })}
                onClick={() => {
                  setIsOpen(false)
                  onInsert(item)
                }}
              >
                <MediaThumb item={item} />
              </UnstyledButton>
            </li>
          ))}
        </ul>
      )}
      <Button
        variant="default"
        fullWidth
        leftSection={<IconUpload size={16} stroke={1.8} />}
        onClick={() => input.current?.click()}
      >
        {t('upload')}
      </Button>
      <p className={classes.limits}>{limits}</p>
      <input
        ref={input}
        hidden
        type="file"
        multiple
        accept={acceptedTypes}
        aria-label={t('upload')}
        onChange={({ currentTarget }) => {
          setIsOpen(false)
          onFiles([...(currentTarget.files ?? [])])
          // Reset, so that the same file can be chosen again.
          currentTarget.value = ''
        }}
      />
    </Popup>
  )
}
