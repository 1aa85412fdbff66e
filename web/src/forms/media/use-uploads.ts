import type { Multimedia } from '@artel/contract/multimedia/multimedia'
import {
  type MediaPath,
  type MediaType,
  photoFormats,
  photoLimit,
  videoFormats,
  videoLimit,
} from '@artel/contract/multimedia/multimedia.kinds'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { callApi } from '../../api/send/client.ts'
import { ApiFailure, fieldErrorsOf } from '../../api/send/failure.ts'
import { isRefusal } from '../../api/send/refusal.ts'

/** A file that is being uploaded. It is removed from the list when the upload is complete. */
export type Upload = {
  key: number
  file: File
  state: 'waiting' | 'sending' | 'failed'
  /** Sent share of the file, 0 to 1. */
  share: number
  /** Why it failed, in words. */
  reason: string
  /** Whether a retry may help. */
  isPassing: boolean
}

/** File types that the picker offers. Dragged or pasted files of other types are refused with a message. */
export const acceptedTypes = [...Object.values(photoFormats), ...Object.values(videoFormats)].join(',')

/** Maximum number of simultaneous uploads, because a phone's connection is slow. */
const maxAtOnce = 2
const megabyte = 1_048_576

let lastKey = 0

type UploadsOptions = {
  path: MediaPath
  /** Number of files that can still be added. */
  room: number
  onArrived: (media: Multimedia) => unknown
  /** Gets a photo whose upload got no answer, after the photo is removed from the list of uploads. */
  onLost?: ((photo: File) => unknown) | undefined
}

/** Uploads files, a few at once, each with its progress. A failed file stays until retried or cancelled. */
export function useUploads({ path, room, onArrived, onLost }: UploadsOptions) {
  const t = useTranslations('media')
  const refusalOf = useRefusal()
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const senders = useRef(new Map<number, AbortController>())
  const arrived = useRef(onArrived)
  useEffect(() => {
    arrived.current = onArrived
  })

  const change = (key: number, fields: Partial<Upload>) =>
    setUploads((all) => all.map((upload) => (upload.key === key ? { ...upload, ...fields } : upload)))
  const drop = (key: number) => setUploads((all) => all.filter((upload) => upload.key !== key))

  const send = async ({ key, file }: Upload) => {
    const sender = new AbortController()
    senders.current.set(key, sender)
    change(key, { state: 'sending', share: 0, reason: '' })
    try {
      const media = await sendFile(file, path, sender.signal, (share) => change(key, { share }))
      drop(key)
      await arrived.current(media)
    } catch (failure) {
      if (sender.signal.aborted) return
      if (onLost && !isRefusal(failure) && typeOf(file) === 'photo') {
        drop(key)
        await onLost(file)
      } else change(key, { state: 'failed', ...wordsOf(failure, t('uploadFailed')) })
    } finally {
      senders.current.delete(key)
    }
  }

  useEffect(() => {
    const free = maxAtOnce - senders.current.size
    for (const upload of uploads.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, free))) {
      void send(upload)
    }
  })
  useEffect(() => {
    const begun = senders.current
    return () => {
      for (const sender of begun.values()) sender.abort()
    }
  }, [])

  return {
    uploads,
    add: (files: readonly File[]) => {
      const added = files.map((file, index): Upload => {
        const isOver = index + uploads.length >= room
        const reason = isOver ? t('tooMany', { maximum: Math.max(0, room) }) : refusalOf(file)
        const state = reason === '' ? 'waiting' : 'failed'
        lastKey += 1
        return { key: lastKey, file, state, share: 0, reason, isPassing: false }
      })
      setUploads((all) => [...all, ...added])
    },
    cancel: (key: number) => {
      senders.current.get(key)?.abort()
      drop(key)
    },
    retry: (key: number) => change(key, { state: 'waiting' }),
  }
}

/** Finds what is wrong with a file before it is sent; empty if nothing is. */
function useRefusal() {
  const t = useTranslations('media')
  const fields = useTranslations('fields')
  return (file: File): string => {
    const type = typeOf(file)
    if (!type) return t('notMedia')
    if (file.size === 0) return fields(type === 'photo' ? 'broken_photo' : 'bad_video')
    const limit = type === 'photo' ? photoLimit : videoLimit
    return file.size > limit ? t('tooLarge', { limit: limit / megabyte }) : ''
  }
}

/** The same for a photo. */
export function usePhotoRefusal() {
  const t = useTranslations('media')
  const refusalOf = useRefusal()
  return (file: File): string => (typeOf(file) === 'photo' ? refusalOf(file) : t('notPhoto'))
}

async function sendFile(
  file: File,
  path: MediaPath,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<Multimedia> {
  const type = typeOf(file) ?? 'photo'
  // Faces and logos are photos. The shape of the call knows this; the compiler cannot see it from a variable.
  const body = { type, path, file } as { type: 'photo'; path: MediaPath; file: File }
  return (await callApi('multimedia.create', { body, signal, onProgress })).multimedia
}

const endings = { photo: Object.keys(photoFormats), video: Object.keys(videoFormats) }

/** The type that the browser reports, otherwise the type by extension. The server checks the content. */
function typeOf({ type, name }: File): Exclude<MediaType, 'link'> | undefined {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  if (type.startsWith('image/') || endings.photo.includes(ending)) return 'photo'
  return type.startsWith('video/') || endings.video.includes(ending) ? 'video' : undefined
}

function wordsOf(failure: unknown, otherwise: string): Pick<Upload, 'reason' | 'isPassing'> {
  const [about] = Object.values(fieldErrorsOf(failure)).flat()
  if (about !== undefined) return { reason: about, isPassing: false }
  if (!(failure instanceof ApiFailure)) return { reason: otherwise, isPassing: true }
  return { reason: failure.message || otherwise, isPassing: failure.statusCode !== 413 }
}
