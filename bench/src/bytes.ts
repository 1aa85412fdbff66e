import { existsSync, readFileSync, statSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { homeChunk } from '../../web/build/chunks.ts'
import { filesOf } from '../../web/build/files-of.ts'

const dist = new URL('../../web/dist/', import.meta.url)

/** What a screen needs at the first visit: the modules and chunks named, and all that they import at once. */
const screens = {
  login: ['login.html'],
  tasks: ['index.html', homeChunk],
}
/** React DOM alone, as quality.md measured it. */
const bareKiB = 57

/** JS and CSS of the first screens, as they travel with brotli. */
export async function bytes(): Promise<void> {
  for (const [name, modules] of Object.entries(screens)) {
    const files = [...filesOf(modules)]
    const kib = files.reduce((sum, file) => sum + travelling(file), 0) / 1024
    console.log(
      `first visit of ${name}, JS and CSS`.padEnd(44),
      `${kib.toFixed(0)} KiB in ${files.length} files  ${(kib / bareKiB).toFixed(2)} × React DOM alone`,
    )
  }
}

// What is small travels as it is.
function travelling(file: string): number {
  const compressed = new URL(`${file}.br`, dist)
  if (existsSync(compressed)) return statSync(compressed).size
  return Math.min(
    statSync(new URL(file, dist)).size,
    brotliCompressSync(readFileSync(new URL(file, dist))).length,
  )
}
