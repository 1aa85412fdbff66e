import type { Plugin } from 'vite'
import { calls } from '../../contract/src/index.ts'

const id = 'virtual:calls'
const resolvedId = `\0${id}`

/** `virtual:calls`: what the browser needs of the contract at run time, so that no page ships its zod shapes. */
export function callsPlugin(): Plugin {
  return {
    name: 'artel:calls',
    resolveId: (source) => (source === id ? resolvedId : undefined),
    load: (source) => (source === resolvedId ? moduleText : undefined),
  }
}

// A line for each call, because every page carries all of them: names of fields would weigh more than what they name.
const moduleText = `export default Object.fromEntries(${JSON.stringify(lines().join('\n'))}.split('\\n').map((line) => {
  const [name, method, path, marks] = line.split(' ')
  return [name, { method, path, isIdempotent: marks.includes('i'), isList: marks.includes('l') }]
}))`

function lines(): string[] {
  return Object.entries(calls).flatMap(([feature, featureCalls]) =>
    Object.entries(featureCalls).map(([name, call]) => {
      const marks = `${call.isIdempotent ? 'i' : ''}${'isList' in call ? 'l' : ''}`
      return `${feature}.${name} ${call.method} ${call.path} ${marks}`
    }),
  )
}
