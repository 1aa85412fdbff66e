import { readFileSync } from 'node:fs'
import type { Manifest } from 'vite'

const manifestFile = new URL('../dist/.vite/manifest.json', import.meta.url)

/**
 * The built files of the named modules or chunks and of all that they import at once, each a path below `dist`.
 * @param follow whether a place that they load later counts, too; none does by default
 */
export function filesOf(
  names: readonly string[],
  follow: (place: string) => boolean = () => false,
): Set<string> {
  const manifest: Manifest = JSON.parse(readFileSync(manifestFile, 'utf8'))
  const files = new Set<string>()
  const add = (name: string) => {
    const chunk = manifest[name] ?? Object.values(manifest).find((one) => !one.src && one.name === name)
    if (!chunk) throw new Error(`The build has no ${name}`)
    if (files.has(chunk.file)) return
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
    for (const imported of chunk.imports ?? []) add(imported)
    for (const place of chunk.dynamicImports ?? []) if (follow(place)) add(place)
  }
  for (const name of names) add(name)
  return files
}
