import type { WaitingPhoto, WaitingStep } from './waiting-step.ts'

/** Content of a photo in the store. Bytes, because some browsers lose files that they have stored. */
export type PhotoContent = { bytes: ArrayBuffer; type: string }

/** Limits of all photos that wait on this device for one person, so that they do not fill it. */
export const maxWaitingPhotos = 30
export const maxWaitingBytes = 200 * 1_048_576

/** Why photos cannot wait on this device. Nothing of them is kept. */
export type PhotoRefusal = 'tooManyWaiting' | 'noRoom' | 'unreadable'

export class PhotosRefusedError extends Error {
  readonly reason: PhotoRefusal
  constructor(reason: PhotoRefusal, cause?: unknown) {
    super('', { cause })
    this.reason = reason
  }
}

/** Reads files that a person has chosen. Later their camera may have removed them. @throws PhotosRefusedError */
export async function readPhotos(
  files: readonly File[],
  waiting: readonly WaitingStep[],
  makeKey: () => string,
): Promise<{ photos: WaitingPhoto[]; contents: Map<string, PhotoContent> }> {
  const all = [...waiting.flatMap(({ photos = [] }) => photos), ...files]
  const bytes = all.reduce((sum, { size }) => sum + size, 0)
  if (all.length > maxWaitingPhotos || bytes > maxWaitingBytes) throw new PhotosRefusedError('tooManyWaiting')
  const photos: WaitingPhoto[] = []
  const contents = new Map<string, PhotoContent>()
  for (const file of files) {
    const key = makeKey()
    const bytes = await file.arrayBuffer().catch((cause: unknown) => {
      throw new PhotosRefusedError('unreadable', cause)
    })
    photos.push({ key, name: file.name, size: file.size })
    contents.set(key, { bytes, type: file.type })
  }
  return { photos, contents }
}

export const isUploaded = ({ media_id }: WaitingPhoto): boolean => media_id !== undefined

/** The photos of a step without the media of the server, so that they are uploaded again. */
export const notUploaded = (photos: readonly WaitingPhoto[]): WaitingPhoto[] =>
  photos.map(({ media_id: _, ...photo }) => photo)
