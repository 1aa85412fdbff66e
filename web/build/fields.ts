import type { Plugin } from 'vite'
import { calls } from '../../contract/src/index.ts'
import { type TextLimits, textLimitsOf } from '../../contract/src/text-limits.ts'

const id = 'virtual:fields'
const resolvedId = `\0${id}`

/** `virtual:fields`: how long the texts of a call's body may be, so that forms know it without the call's zod shapes. */
export function fieldsPlugin(): Plugin {
  return {
    name: 'artel:fields',
    resolveId: (source) => (source === id ? resolvedId : undefined),
    load: (source) => (source === resolvedId ? moduleText() : undefined),
  }
}

const moduleText = (): string => `export default ${JSON.stringify(limitsByCall())}`

/** Of each call whose body has texts with an upper bound: their lengths by field. */
export function limitsByCall(): Record<string, TextLimits> {
  const found: Record<string, TextLimits> = {}
  for (const [feature, featureCalls] of Object.entries(calls))
    for (const [name, call] of Object.entries(featureCalls)) {
      const limits = textLimitsOf(call.body)
      // What only reads has a search and filters, which no form types.
      if (call.effect !== 'read' && Object.keys(limits).length > 0) found[`${feature}.${name}`] = limits
    }
  return found
}
