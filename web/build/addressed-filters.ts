import type { Plugin } from 'vite'
import { calls } from '../../contract/src/index.ts'

const id = 'virtual:addressed-filters'
const resolvedId = `\0${id}`

/** Provides `virtual:addressed-filters`: the filters of each list that a page address carries. */
export function addressedFiltersPlugin(): Plugin {
  return {
    name: 'artel:addressed-filters',
    resolveId: (source) => (source === id ? resolvedId : undefined),
    load: (source) => (source === resolvedId ? moduleText() : undefined),
  }
}

function moduleText(): string {
  const names = Object.entries(calls).flatMap(([feature, featureCalls]) =>
    Object.entries(featureCalls).flatMap(([name, call]) =>
      'addressed' in call && call.addressed.length > 0
        ? [[`${feature}.${name}`, call.addressed.join(' ')]]
        : [],
    ),
  )
  return `export default ${JSON.stringify(Object.fromEntries(names))}`
}
