import { open, readFile } from 'node:fs/promises'
import type { Locator } from 'playwright-core'

/** Four seconds of a moving square, in a format that every Chromium plays. */
export const film = () => readFile(new URL('./film.webm', import.meta.url))

const segmentAt = 36
const eightBytes = (id: number[], size: number): Buffer => {
  const head = Buffer.alloc(id.length + 8)
  head.set(id)
  head.writeBigUInt64BE(BigInt(size), id.length)
  // The first byte says that the size has eight bytes.
  head[id.length] = 1
  return head
}

/** Writes the same film as a file of `bytes` bytes. A Void element of WebM follows its last picture. */
export async function writeLargeFilm(path: string, bytes: number): Promise<void> {
  const small = await film()
  const segment = eightBytes([0x18, 0x53, 0x80, 0x67], bytes - segmentAt - 12)
  const nothing = eightBytes([0xec], bytes - small.length - 9)
  const file = await open(path, 'w')
  try {
    await file.write(
      Buffer.concat([small.subarray(0, segmentAt), segment, small.subarray(segmentAt + 12), nothing]),
    )
    await file.truncate(bytes)
  } finally {
    await file.close()
  }
}

/** Seeks to `second` and plays. @returns the position after that, s */
export const playFrom = (video: Locator, second: number): Promise<number> =>
  video.evaluate(async (element, from) => {
    const film = element as HTMLVideoElement // the tag is video
    const told = (name: string) =>
      new Promise((resolve) => film.addEventListener(name, resolve, { once: true }))
    film.muted = true
    if (film.readyState < 1) await told('loadedmetadata')
    const sought = told('seeked')
    film.currentTime = from
    await sought
    const moved = told('timeupdate')
    await film.play()
    await moved
    film.pause()
    return film.currentTime
  }, second)
