import { readdirSync, readFileSync } from 'node:fs'

const sources = new URL('../src/', import.meta.url)

/** What a file says of texts: the namespaces that it asks for, and the words that may be keys, or their beginnings. */
type Asking = { place: string; namespaces: string[]; words: Set<string>; beginnings: string[] }

/**
 * For each key the places that show it: the folders below `features`, and `frame` for what stands around all pages.
 * A key that no file writes out, as it is handed on, belongs to all that ask for its namespace.
 */
export function findTextPlaces(keys: readonly string[]): Record<string, string[]> {
  const askings = readSources()
  return Object.fromEntries(
    keys.flatMap((key) => {
      const places = placesOf(key, askings)
      return places.length > 0 ? [[key, places]] : []
    }),
  )
}

function placesOf(key: string, askings: readonly Asking[]): string[] {
  const [namespace = '', ...rest] = key.split('.')
  const name = rest.join('.')
  const asking = askings.filter(({ namespaces }) => namespaces.includes(namespace))
  const naming = asking.filter(
    ({ words, beginnings }) => words.has(name) || beginnings.some((beginning) => name.startsWith(beginning)),
  )
  const found = naming.length > 0 ? naming : asking
  return [...new Set(found.map(({ place }) => place))].sort()
}

function readSources(): Asking[] {
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' })
  return files
    .filter((file) => /\.tsx?$/.test(file) && !/\.(en|ru|test)\.ts$/.test(file))
    .map((file) => askingOf(file.replaceAll('\\', '/'), readFileSync(new URL(file, sources), 'utf8')))
}

function askingOf(file: string, source: string): Asking {
  const all = (pattern: RegExp) => [...source.matchAll(pattern)].flatMap(([, found]) => found ?? [])
  return {
    place: /^features\/([^/]+)\//.exec(file)?.[1] ?? 'frame',
    namespaces: all(/useTranslations\('(\w+)'\)/g),
    words: new Set(all(/'([\w.-]+)'/g)),
    beginnings: all(/`([A-Za-z]\w*)\$\{/g),
  }
}
