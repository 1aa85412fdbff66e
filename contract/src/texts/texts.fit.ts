import type { CompiledMessage } from 'icu-minify/format'

// Without the ICU parser, so that pages can check texts of a company without loading it.

/** Source texts by `namespace.key`. */
export type FlatTexts = Record<string, string>
/** The same texts parsed into their parts, so that no page loads the ICU parser. */
export type CompiledTexts = Record<string, CompiledMessage>

// Kinds of nodes, in the numbering of `icu-minify`.
const kinds = ['pound', 'select', 'plural', 'ordinal', 'number', 'date', 'time'] as const
type Typed = Exclude<(typeof kinds)[number], 'pound'>

/** What a text needs of one value. */
export type Ask = {
  kinds: Set<Typed | 'value' | 'tag'>
  /** Formats of numbers, dates and times; '': the default format. */
  styles: Set<string>
  /** For each choice in the text, the names of its cases. */
  choices: { kind: Typed; names: readonly string[] }[]
}

/** What a text needs, by the names of values; `canBeEmpty`: the text may be empty. */
export type Shape = { asks: Map<string, Ask>; canBeEmpty: boolean }

const deepest = 30

/** What a compiled text needs; null: it is not a text. */
export function shapeOf(message: unknown): Shape | null {
  const asks: Shape['asks'] = new Map()
  const isEmpty = emptinessOf(message, asks, false, 0)
  return isEmpty === null ? null : { asks, canBeEmpty: isEmpty }
}

const isList = (value: unknown): value is unknown[] => Array.isArray(value)

/** Whether it may be empty; null if it is not a text. `isNumbered`: a `#` stands for a number. */
function emptinessOf(
  branch: unknown,
  asks: Shape['asks'],
  isNumbered: boolean,
  depth: number,
): boolean | null {
  if (typeof branch === 'string') return branch === ''
  if (branch === 0) return isNumbered ? false : null
  if (!isList(branch) || depth > deepest) return null
  let isEmpty = true
  for (const node of branch) {
    const own = isList(node)
      ? emptinessOfNode(node, asks, isNumbered, depth)
      : emptinessOf(node, asks, isNumbered, depth)
    if (own === null) return null
    isEmpty &&= own
  }
  return isEmpty
}

function emptinessOfNode(
  [name, kind, detail, ...rest]: unknown[],
  asks: Shape['asks'],
  isNumbered: boolean,
  depth: number,
): boolean | null {
  if (typeof name !== 'string' || name === '') return null
  const ask = asks.get(name) ?? { kinds: new Set(), styles: new Set(), choices: [] }
  asks.set(name, ask)
  if (kind === undefined) {
    ask.kinds.add('value')
    return false
  }
  // A kind is a number. Anything else in its place is the content of a tag.
  if (typeof kind !== 'number' || kind === 0) {
    ask.kinds.add('tag')
    const inside = detail === undefined ? [kind] : [kind, detail, ...rest]
    return emptinessOf(inside, asks, isNumbered, depth + 1)
  }
  const typed = kinds[kind]
  if (typed === undefined || typed === 'pound') return null
  ask.kinds.add(typed)
  if (typed === 'number' || typed === 'date' || typed === 'time') {
    ask.styles.add(detail === undefined ? '' : JSON.stringify([typed, detail]))
    return false
  }
  if (typeof detail !== 'object' || detail === null || isList(detail)) return null
  const choices = Object.entries(detail)
  if (!choices.some(([choice]) => choice === 'other')) return null
  ask.choices.push({ kind: typed, names: choices.map(([choice]) => choice) })
  const inside = choices.map(([, text]) =>
    emptinessOf(text, asks, isNumbered || typed !== 'select', depth + 1),
  )
  return inside.includes(null) ? null : inside.includes(true)
}

const numeric: ReadonlySet<unknown> = new Set(['plural', 'ordinal', 'number'])

/** How a text does not fit the text that it replaces, and the name of the value. */
export type Misfit =
  | { what: 'missing' | 'unknown' | 'kind'; name: string }
  | { what: 'choice'; name: string; choice: string }

/** Checks whether a text can be drawn wherever the `given` one can; null: it can. */
export function findMisfit(own: Shape, given: Shape): Misfit | null {
  for (const [name, ask] of own.asks) {
    const known = given.asks.get(name)
    const what = known ? kindMisfit(ask, known) : 'unknown'
    if (what) return { what, name: nameOf(name, ask) }
  }
  for (const [name, known] of given.asks) {
    const ask = own.asks.get(name)
    if (!ask) return { what: 'missing', name: nameOf(name, known) }
    const choice = missingChoice(ask, known)
    if (choice !== undefined) return { what: 'choice', name: nameOf(name, known), choice }
  }
  return null
}

/** The name as a person writes it. */
const nameOf = (name: string, { kinds }: Ask): string => (kinds.has('tag') ? `<${name}>` : `{${name}}`)

function kindMisfit(ask: Ask, known: Ask): 'kind' | null {
  const isNumber = [...known.kinds].some((kind) => numeric.has(kind))
  const fits = [...ask.kinds].every(
    (kind) => known.kinds.has(kind) || (isNumber && (kind === 'value' || numeric.has(kind))),
  )
  const styles = [...ask.styles].every((style) => style === '' || known.styles.has(style))
  return fits && styles ? null : 'kind'
}

/** A case that the given text distinguishes by name, and this one does not. */
function missingChoice(ask: Ask, known: Ask): string | undefined {
  const wanted = known.choices.filter(({ kind }) => kind === 'select').flatMap(({ names }) => names)
  return wanted.find((name) =>
    ask.choices.some(({ kind, names }) => kind === 'select' && !names.includes(name)),
  )
}

/**
 * The texts of a company that can replace the page's own texts. Values that are not texts, or that need other
 * values, are left out, so that they cannot break a page.
 */
export function fittingTexts(own: unknown, given: CompiledTexts): CompiledTexts {
  if (typeof own !== 'object' || own === null) return {}
  const fitting = Object.entries(own).filter(([key, text]) => {
    const [shape, base] = [shapeOf(text), Object.hasOwn(given, key) ? shapeOf(given[key]) : null]
    return shape && base && !shape.canBeEmpty && findMisfit(shape, base) === null
  })
  return Object.fromEntries(fitting) as CompiledTexts // as their shapes say
}
