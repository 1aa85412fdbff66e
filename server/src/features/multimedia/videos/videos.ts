import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { fieldError } from '../../../http/errors.ts'
import type { StrippedFile } from '../multimedia.photos.ts'
import { BrokenVideoError, FileBytes, overwrite } from '../strip/bytes.ts'
import { readMp4, stripMp4 } from './mp4.ts'
import { checkWebm, stripWebm } from './webm.ts'

/** Size (pixels) and duration (seconds) from the container; null if it does not tell them. */
export type ReadVideo = { width: number | null; height: number | null; duration: number | null }

const nothingSaid: ReadVideo = { width: null, height: null, duration: null }

/**
 * Checks that a file is a complete container with a video and without references to other files, and
 * overwrites its metadata. Reads only its headers, a few bytes at a time. `stripped`: null if there was
 * nothing to remove.
 * @throws ApiError 422 at `file`
 */
export async function readVideo(
  path: string,
  format: string,
): Promise<ReadVideo & { stripped: StrippedFile | null }> {
  const handle = await open(path, 'r+')
  try {
    const file = new FileBytes(handle, (await handle.stat()).size)
    const isWebm = format === 'webm'
    if (isWebm) await checkWebm(file)
    const said = isWebm ? nothingSaid : await readMp4(file)
    const changes = await (isWebm ? stripWebm(file) : stripMp4(file))
    if (changes.length === 0) return { ...said, stripped: null }
    await overwrite(handle, changes)
    await handle.sync()
    return { ...said, stripped: { size: file.size, sha256: await digest(path) } }
  } catch (error) {
    if (error instanceof BrokenVideoError) throw fieldError('file', 'broken_video')
    throw error
  } finally {
    await handle.close()
  }
}

async function digest(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path)) hash.update(piece)
  return hash.digest('hex')
}
