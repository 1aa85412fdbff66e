import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { fieldError } from '../../../errors/errors.ts'
import type { StrippedFile } from '../multimedia.photos.ts'
import { BrokenVideoError, FileBytes, type Overwrite, overwrite, TooManyPartsError } from '../strip/bytes.ts'
import { readMp4, stripMp4 } from './mp4.ts'
import { checkWebm, stripWebm } from './webm.ts'

/** Size (pixels) and duration (seconds) from the container; null if it does not tell them. */
export type ReadVideo = { width: number | null; height: number | null; duration: number | null }

// A film of fragments has some ten boxes in each of them. Only the strip reads those.
const maxStripReads = 200_000
/** Maximum changes of a file, which are kept in memory. A film of a phone has fewer than 100. */
const maxChanges = 50_000

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
    const { size } = await handle.stat()
    const file = new FileBytes(handle, size)
    const isWebm = format === 'webm'
    if (isWebm) await checkWebm(file)
    const said = isWebm ? nothingSaid : await readMp4(file)
    const read = new FileBytes(handle, size, maxStripReads)
    const changes = await collect(isWebm ? stripWebm(read) : stripMp4(read))
    if (!(await overwrite(handle, changes))) return { ...said, stripped: null }
    await handle.sync()
    return { ...said, stripped: { size, sha256: await digest(path) } }
  } catch (error) {
    if (error instanceof BrokenVideoError) throw fieldError('file', 'broken_video')
    throw error
  } finally {
    await handle.close()
  }
}

async function collect(found: AsyncIterable<Overwrite>): Promise<Overwrite[]> {
  const changes: Overwrite[] = []
  for await (const change of found)
    if (changes.push(change) > maxChanges) throw new TooManyPartsError('it has too many texts')
  return changes
}

async function digest(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path)) hash.update(piece)
  return hash.digest('hex')
}
