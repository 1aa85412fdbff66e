import type { Plugin } from 'vite'
import type { Call } from '../../contract/src/call.ts'
import { entities } from '../../contract/src/events.ts'
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

// One letter for each entity.
const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'

// A line for each feature with its calls, each as name, kind, path and letters of entities, because every page
// carries all of them: what says a thing twice would weigh more than what it says.
const moduleText = `const methods = ${JSON.stringify(methods)}
const entities = ${JSON.stringify(entities)}
export default Object.fromEntries(${JSON.stringify(lines().join('\n'))}.split('\\n').flatMap((line) =>
  [...line.matchAll(/(\\w+)(\\w)(\\/[^\\s|]*)\\|?(\\w*)/g)].map(([, name, mark, path, marks]) => {
    const kind = parseInt(mark, 32)
    const touched = [...marks].map((letter) => entities['${letters}'.indexOf(letter)])
    const [shows, changes] = kind & 16 ? [touched, []] : [[], touched]
    const flags = { isIdempotent: (kind & 4) > 0, isList: (kind & 8) > 0 }
    return [line.split(' ')[0] + '.' + name, { method: methods[kind & 3], path, ...flags, shows, changes }]
  })
))`

function lines(): string[] {
  return Object.entries(calls).map(([feature, featureCalls]) => {
    const words = Object.entries(featureCalls).map(([name, call]) => {
      return `${name}${kindOf(call)}${call.path}${entitiesOf(call)}`
    })
    return [feature, ...words].join(' ')
  })
}

/** Method and marks as one figure. */
function kindOf(call: Pick<Call, 'method' | 'isIdempotent' | 'effect'>): string {
  const marks = (call.isIdempotent ? 4 : 0) + ('isList' in call ? 8 : 0) + (call.effect === 'read' ? 16 : 0)
  return (methods.indexOf(call.method) + marks).toString(32)
}

/** The entities that a call shows or changes. */
function entitiesOf({ shows, changes }: Pick<Call, 'shows' | 'changes'>): string {
  const marks = [...shows, ...changes].map((entity) => letters.charAt(entities.indexOf(entity)))
  return marks.length === 0 ? '' : `|${marks.join('')}`
}
