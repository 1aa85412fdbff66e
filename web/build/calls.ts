import type { Plugin } from 'vite'
import { calls } from '../../contract/src/index.ts'

const id = 'virtual:calls'
const resolvedId = `\0${id}`

/** `virtual:calls`: what the browser needs of the contract at run time, so that no page ships its zod shapes. */
export function callsPlugin(): Plugin {
  return {
    name: 'artel:calls',
    resolveId: (source) => (source === id ? resolvedId : undefined),
    load: (source) => (source === resolvedId ? `export default ${JSON.stringify(manifest())}` : undefined),
  }
}

function manifest(): Record<string, object> {
  const entries = Object.entries(calls).flatMap(([feature, featureCalls]) =>
    Object.entries(featureCalls).map(([name, call]) => [
      `${feature}.${name}`,
      {
        method: call.method,
        path: call.path,
        access: call.access,
        isIdempotent: call.isIdempotent,
        isList: 'isList' in call,
      },
    ]),
  )
  return Object.fromEntries(entries)
}
