import type { Multimedia } from '@artel/contract/multimedia/multimedia'
import { type MediaPath, maxMedia } from '@artel/contract/multimedia/multimedia.kinds'
import { VisuallyHidden } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useMediaItems } from '../../api/send/media.ts'
import { MediaAdders } from './media-adders.tsx'
import classes from './media-editor.module.css'
import { MediaLine, type MediaLineKind } from './media-line.tsx'
import { MediaTile } from './media-tile.tsx'
import { UploadTile } from './upload-tile.tsx'
import { usePastedFiles } from './use-pasted-files.ts'
import { acceptedTypes, useUploads } from './use-uploads.ts'

export type MediaEditorProps = {
  media: readonly Multimedia[]
  path: MediaPath
  /** Absent: nothing can be added. */
  onAdd?: (media: Multimedia) => unknown
  /** Gets a photo whose upload got no answer. Absent: the photo stays here with an error and a button to try again. */
  onLost?: (photo: File) => unknown
  /** Photos that `onLost` has stored and that are not in `media` yet. */
  waiting?: { count: number; tiles: ReactNode }
  onRemove: (media: Multimedia) => unknown
  /** Called when an item was renamed. */
  onChange: (media: Multimedia) => unknown
  /** Absent: the order is fixed. */
  onMove?: (from: number, to: number) => void
  /** Absent: items cannot be opened from here. */
  onOpen?: (index: number) => void
}

/** The only component that takes files: picked, photographed, dropped or pasted. Renames and reorders too. */
export function MediaEditor(props: MediaEditorProps) {
  const { media, path, onAdd, onMove, onLost, waiting = { count: 0, tiles: null } } = props
  const t = useTranslations('media')
  const [said, setSaid] = useState('')
  const [line, setLine] = useState<MediaLineKind | null>(null)
  const root = useRef<HTMLDivElement>(null)
  const openPicker = useRef<() => void>(null)
  const room = maxMedia - media.length - waiting.count
  const { uploads, add, cancel, retry } = useUploads({
    path,
    room,
    onLost,
    onArrived: (arrived) => {
      setSaid(t('uploaded', { name: arrived.name }))
      return onAdd?.(arrived)
    },
  })
  usePastedFiles(root, onAdd ? add : null)
  const move = (from: number, to: number) => {
    onMove?.(from, to)
    setSaid(t('moved', { name: media[from]?.name ?? '', position: to + 1, count: media.length }))
  }
  return (
    <Dropzone
      ref={root}
      unstyled
      classNames={{ root: classes.zone ?? '' }}
      openRef={openPicker}
      onDropAny={add}
      onDrop={() => undefined}
      disabled={!onAdd}
      activateOnClick={false}
      activateOnKeyboard={false}
      // A separate button opens the picker.
      inputProps={{ accept: acceptedTypes, style: { display: 'none' } }}
    >
      <Tiles {...props} {...(onMove && { onMove: move })} onRename={(one) => setLine({ rename: one })} />
      {waiting.tiles}
      {uploads.length > 0 && (
        <ul className={classes.uploads} aria-label={t('uploads')}>
          {uploads.map((upload) => (
            <UploadTile
              key={upload.key}
              upload={upload}
              onCancel={() => cancel(upload.key)}
              onRetry={() => retry(upload.key)}
            />
          ))}
        </ul>
      )}
      {line && <MediaLine {...props} kind={line} close={() => setLine(null)} />}
      {onAdd && !line && (
        <MediaAdders
          onPick={() => openPicker.current?.()}
          onFiles={add}
          onLink={() => setLine('link')}
          hasRoom={room > 0}
        />
      )}
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </Dropzone>
  )
}

type TilesProps = MediaEditorProps & { onRename: (media: Multimedia) => void }

function Tiles({ media, onMove, onOpen, onRemove, onRename }: TilesProps) {
  const t = useTranslations('media')
  const itemsOf = useMediaItems()
  const dragged = useRef<number | null>(null)
  if (media.length === 0) return null
  return (
    <ul className={classes.tiles} aria-label={t('list')}>
      {itemsOf(media).map((item, index) => {
        const one = media[index]
        if (!one) return null
        return (
          <MediaTile
            key={item.id}
            item={item}
            can={one.can}
            onRename={() => onRename(one)}
            onRemove={() => void onRemove(one)}
            {...(onOpen && { onOpen: () => onOpen(index) })}
            {...(onMove && { place: { index, count: media.length, dragged, onMove } })}
          />
        )
      })}
    </ul>
  )
}
