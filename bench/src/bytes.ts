import { existsSync, readFileSync, statSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { homeChunks } from '../../web/build/chunks.ts'
import { filesOf } from '../../web/build/files-of.ts'

const dist = new URL('../../web/dist/', import.meta.url)

/** The modules and chunks of a screen's first visit; their static imports are added. */
const screens = {
  login: ['login.html'],
  'tasks as staff': ['index.html', homeChunks.all, homeChunks.staff],
  'tasks as admin': ['index.html', homeChunks.all, homeChunks.admin],
}
/** KiB of React DOM alone, as measured in quality.md. */
const bareKiB = 57

/** Prints the size of the JS and CSS of the first screens, compressed with brotli. */
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

// The size in bytes that is sent. Small files are sent uncompressed.
function travelling(file: string): number {
  const compressed = new URL(`${file}.br`, dist)
  if (existsSync(compressed)) return statSync(compressed).size
  return Math.min(
    statSync(new URL(file, dist)).size,
    brotliCompressSync(readFileSync(new URL(file, dist))).length,
  )
}
