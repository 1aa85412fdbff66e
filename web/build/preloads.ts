import type { Plugin, Rolldown } from 'vite'

/**
 * A chunk that is about to be loaded has what it imports loaded beside it. Each place that loads one names all of
 * these; what is there already, because whoever loads it came with it, need not be named.
 */
export function preloadsPlugin(): Plugin {
  let isThere: (file: string, host: string) => boolean = () => false
  return {
    name: 'artel:preloads',
    config: () => ({
      build: {
        modulePreload: {
          polyfill: false,
          resolveDependencies: (_file, needed, { hostId }) => needed.filter((file) => !isThere(file, hostId)),
        },
      },
    }),
    generateBundle: {
      order: 'pre',
      handler(_options, bundle) {
        isThere = whatIsThere(Object.values(bundle).filter((output) => output.type === 'chunk'))
      },
    },
  }
}

type Chunk = Pick<Rolldown.OutputChunk, 'fileName' | 'isEntry' | 'imports' | 'dynamicImports'>

function whatIsThere(chunks: readonly Chunk[]): (file: string, host: string) => boolean {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const reach = (file: string, next: (chunk: Chunk) => readonly string[], found = new Set<string>()) => {
    const chunk = byName.get(file)
    if (!chunk || found.has(file)) return found
    found.add(file)
    for (const name of next(chunk)) reach(name, next, found)
    return found
  }
  const atOnce = (file: string) => reach(file, ({ imports }) => imports)
  const pages = chunks
    .filter(({ isEntry }) => isEntry)
    .map(({ fileName }) => ({
      first: atOnce(fileName),
      all: reach(fileName, ({ imports, dynamicImports }) => [...imports, ...dynamicImports]),
    }))
  return (file, host) =>
    atOnce(host).has(file) || pages.every(({ first, all }) => !all.has(host) || first.has(file))
}
