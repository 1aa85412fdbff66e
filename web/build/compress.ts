import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const compressible = /^assets\/.*\.(js|css|json|svg|wasm)$/

/** Below this a compressed copy saves no packet. */
const smallestBytes = 1024

const asBrotli = promisify(brotliCompress)
const asGzip = promisify(gzip)

/** Writes `x.br` and `x.gz` beside every built file `x`, so that the server compresses nothing while it answers. */
export function compressPlugin(): Plugin {
  return {
    name: 'artel:compress',
    apply: 'build',
    async writeBundle(options, bundle) {
      const folder = options.dir ?? ''
      const names = Object.keys(bundle).filter((name) => compressible.test(name))
      for (const name of names) await writeCopies(join(folder, name))
    },
  }
}

async function writeCopies(path: string): Promise<void> {
  const content = await readFile(path)
  if (content.length < smallestBytes) return
  const brotli = await asBrotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
  const gzipped = await asGzip(content, { level: 9 })
  await Promise.all([writeFile(`${path}.br`, brotli), writeFile(`${path}.gz`, gzipped)])
}
