import { open } from 'node:fs/promises'
import { fieldError } from '../../http/errors.ts'
import { BrokenVideoError, FileBytes } from './multimedia.bytes.ts'
import { readMp4 } from './multimedia.mp4.ts'
import { checkWebm } from './multimedia.webm.ts'

/** What a container says of its video; null where it does not. */
export type ReadVideo = { width: number | null; height: number | null; duration: number | null }

/**
 * Checks that a file is a whole container with a video in it, and nothing that leads elsewhere. Reads only its headers,
 * a few bytes at a time. @throws ApiError 422 at `file`
 */
export async function readVideo(path: string, format: string): Promise<ReadVideo> {
  const handle = await open(path)
  try {
    const file = new FileBytes(handle, (await handle.stat()).size)
    if (format !== 'webm') return await readMp4(file)
    await checkWebm(file)
    return { width: null, height: null, duration: null }
  } catch (error) {
    if (error instanceof BrokenVideoError) throw fieldError('file', 'broken_video')
    throw error
  } finally {
    await handle.close()
  }
}
