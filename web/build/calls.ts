import type { Plugin } from 'vite'
import type { Call } from '../../contract/src/call.ts'
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

const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const

// A line for each feature with its calls, each as name, kind and path, because every page carries all of them: what
// says a thing twice would weigh more than what it says.
const moduleText = `const methods = ${JSON.stringify(methods)}
export default Object.fromEntries(${JSON.stringify(lines().join('\n'))}.split('\\n').flatMap((line) =>
  [...line.matchAll(/(\\w+)(\\w)(\\/\\S*)/g)].map(([, name, mark, path]) => {
    const kind = parseInt(mark, 16)
    const marks = { isIdempotent: (kind & 4) > 0, isList: (kind & 8) > 0 }
    return [line.split(' ')[0] + '.' + name, { method: methods[kind & 3], path, ...marks }]
  })
))`

function lines(): string[] {
  return Object.entries(calls).map(([feature, featureCalls]) => {
    const words = Object.entries(featureCalls).map(([name, call]) => `${name}${kindOf(call)}${call.path}`)
    return [feature, ...words].join(' ')
  })
}

/** Method and marks as one figure. */
function kindOf(call: Pick<Call, 'method' | 'isIdempotent'>): string {
  const kind = methods.indexOf(call.method) + (call.isIdempotent ? 4 : 0) + ('isList' in call ? 8 : 0)
  return kind.toString(16)
}
