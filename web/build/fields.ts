import type { Plugin } from 'vite'
import { calls } from '../../contract/src/index.ts'
import { type FieldRules, fieldRulesOf } from '../../contract/src/shapes/field-rules.ts'

const id = 'virtual:fields'
const resolvedId = `\0${id}`

/** Provides `virtual:fields`: the rules of each field of a call. Forms read them, so the browser needs no zod. */
export function fieldsPlugin(): Plugin {
  return {
    name: 'artel:fields',
    resolveId: (source) => (source === id ? resolvedId : undefined),
    load: (source) => (source === resolvedId ? moduleText() : undefined),
  }
}

const moduleText = (): string => `export default ${JSON.stringify(rulesByCall())}`

/** The rules of the fields of each call that changes something. */
export function rulesByCall(): Record<string, FieldRules> {
  const found: Record<string, FieldRules> = {}
  for (const [feature, featureCalls] of Object.entries(calls))
    for (const [name, call] of Object.entries(featureCalls)) {
      const rules = fieldRulesOf(call.body, call.method === 'PUT')
      // What only reads has a search and filters, which no form types.
      if (call.effect !== 'read' && Object.keys(rules).length > 0) found[`${feature}.${name}`] = rules
    }
  return found
}
