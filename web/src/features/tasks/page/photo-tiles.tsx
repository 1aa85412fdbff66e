import type { Multimedia } from '@artel/contract/multimedia/multimedia'
import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useMediaItems } from '../../../api/send/media.ts'
import { dropWaitingPhoto, readWaitingPhoto } from '../../../api/steps/steps.ts'
import type { WaitingStep } from '../../../api/steps/waiting-step.ts'
import type { MediaItem } from '../../../ui/media/media-item.ts'
import { cornerClass, MediaOpener } from '../../../ui/media/media-opener.tsx'
import { openMedia } from '../../../ui/media/open-media.tsx'
import classes from './photo-tiles.module.css'

/** Photos that a person has chosen for a comment. */
export function ChosenPhotos({
  files,
  onRemove,
}: {
  files: readonly File[]
  onRemove: (file: File) => void
}) {
  const t = useTranslations('media')
  if (files.length === 0) return null
  return (
    <ul className={classes.tiles} aria-label={t('photos')}>
      {files.map((file, index) => (
        // The same file may be chosen twice.
        // biome-ignore lint/suspicious/noArrayIndexKey: files have no ids
        <ChosenPhoto key={index} file={file} onRemove={() => onRemove(file)} />
      ))}
    </ul>
  )
}

function ChosenPhoto({ file, onRemove }: { file: File; onRemove: () => void }) {
  const item = itemOf(file.name, useAddress(file))
  return <Tile item={item} onRemove={onRemove} />
}

type WaitingPhotosProps = {
  step: WaitingStep
  /** The photo is the whole step, so it is not removed from it. */
  isFixed?: boolean
}

/** Photos of a step that waits on this device. Those of a refused step can be removed. */
export function WaitingPhotos({ step, isFixed = false }: WaitingPhotosProps) {
  const t = useTranslations('media')
  const { id, photos = [], refusal } = step
  if (photos.length === 0) return null
  return (
    <ul className={classes.tiles} aria-label={t('photos')}>
      {photos.map(({ key, name }) => (
        <WaitingPhoto
          key={key}
          stepId={id}
          photoKey={key}
          name={name}
          isRefused={refusal?.photo === key}
          {...(refusal && !isFixed && { onRemove: () => void dropWaitingPhoto(id, key) })}
        />
      ))}
    </ul>
  )
}

type WaitingPhotoProps = {
  stepId: string
  photoKey: string
  name: string
  isRefused: boolean
  onRemove?: () => void
}

function WaitingPhoto({ stepId, photoKey, name, ...look }: WaitingPhotoProps) {
  const [content, setContent] = useState<Blob | null>(null)
  useEffect(() => {
    let isOpen = true
    void readWaitingPhoto(stepId, photoKey).then((found) => isOpen && setContent(found))
    return () => {
      isOpen = false
    }
  }, [stepId, photoKey])
  const item = itemOf(name, useAddress(content))
  return (
    <Tile item={item} {...look} {...(item.file !== null && { onOpen: () => openMedia([item], 0, name) })} />
  )
}

/** Media of a comment on the server. */
export function CommentMedia({ media }: { media: readonly Multimedia[] }) {
  const t = useTranslations('media')
  const items = useMediaItems()(media)
  if (items.length === 0) return null
  return (
    <ul className={classes.tiles} aria-label={t('list')}>
      {items.map((item, index) => (
        <Tile key={item.id} item={item} onOpen={() => openMedia(items, index, t('list'))} />
      ))}
    </ul>
  )
}

type TileProps = { item: MediaItem; isRefused?: boolean; onOpen?: () => void; onRemove?: () => void }

function Tile({ item, isRefused = false, onOpen, onRemove }: TileProps) {
  const t = useTranslations('media')
  const { name } = item
  return (
    <li className={classes.tile} {...(isRefused && { 'data-refused': '' })}>
      <MediaOpener item={item} onOpen={onOpen} />
      {onRemove && (
        <ActionIcon
          variant="default"
          className={cornerClass}
          aria-label={t('removePhoto', { name })}
          title={t('removePhoto', { name })}
          onClick={onRemove}
        >
          <IconX size={16} stroke={1.8} />
        </ActionIcon>
      )}
    </li>
  )
}

/** The address of content in the memory of the page; null while there is none. */
function useAddress(content: Blob | null): string | null {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (!content) return
    const made = URL.createObjectURL(content)
    setAddress(made)
    return () => {
      setAddress(null)
      URL.revokeObjectURL(made)
    }
  }, [content])
  return address
}

const itemOf = (name: string, address: string | null): MediaItem => ({
  id: 0,
  type: 'photo',
  name,
  file: address,
  small: address,
  large: address,
  url: null,
  width: null,
  height: null,
  duration: null,
})
