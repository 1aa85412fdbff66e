import type { CompiledMessage } from 'icu-minify/format'

// Free of what reads ICU, so that pages can look at texts of a company without it.

/** Texts as they are written, by `namespace.key`. */
export type FlatTexts = Record<string, string>
/** The same read into their parts, so that no page carries what reads ICU. */
export type CompiledTexts = Record<string, CompiledMessage>

// As `icu-minify` writes the kinds of its nodes.
const kinds = ['pound', 'select', 'plural', 'ordinal', 'number', 'date', 'time'] as const
type Typed = Exclude<(typeof kinds)[number], 'pound'>

/** What a text wants of one value. */
export type Ask = {
  kinds: Set<Typed | 'value' | 'tag'>
  /** How numbers, dates and times are written; '': as usual. */
  styles: Set<string>
  /** Of each place that chooses, what it tells apart. */
  choices: { kind: Typed; names: readonly string[] }[]
}

/** What a text wants, by the names of the values; `canBeEmpty`: it may come to nothing. */
export type Shape = { asks: Map<string, Ask>; canBeEmpty: boolean }

const deepest = 30

/** What a compiled text wants; null: it is none. */
export function shapeOf(message: unknown): Shape | null {
  const asks: Shape['asks'] = new Map()
  const isEmpty = emptinessOf(message, asks, false, 0)
  return isEmpty === null ? null : { asks, canBeEmpty: isEmpty }
}

const isList = (value: unknown): value is unknown[] => Array.isArray(value)

/** Whether it may come to nothing; null where it is no text at all. `isNumbered`: a `#` stands for a number. */
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
  // A kind is a number; what stands in its place otherwise is inside a tag.
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

/** How a text does not fit the one in whose place it stands, and which of the values is the matter. */
export type Misfit =
  | { what: 'missing' | 'unknown' | 'kind'; name: string }
  | { what: 'choice'; name: string; choice: string }

/** Whether a text can be drawn wherever the `given` one is; null: it can. */
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

/** As a person writes it. */
const nameOf = (name: string, { kinds }: Ask): string => (kinds.has('tag') ? `<${name}>` : `{${name}}`)

function kindMisfit(ask: Ask, known: Ask): 'kind' | null {
  const isNumber = [...known.kinds].some((kind) => numeric.has(kind))
  const fits = [...ask.kinds].every(
    (kind) => known.kinds.has(kind) || (isNumber && (kind === 'value' || numeric.has(kind))),
  )
  const styles = [...ask.styles].every((style) => style === '' || known.styles.has(style))
  return fits && styles ? null : 'kind'
}

/** What the given text tells apart by name, and this one does not. */
function missingChoice(ask: Ask, known: Ask): string | undefined {
  const wanted = known.choices.filter(({ kind }) => kind === 'select').flatMap(({ names }) => names)
  return wanted.find((name) =>
    ask.choices.some(({ kind, names }) => kind === 'select' && !names.includes(name)),
  )
}

/**
 * The texts of a company that can stand in the place of those that the page was built with: what is no text, or wants
 * other values, is left out, and so can break nothing.
 */
export function fittingTexts(own: unknown, given: CompiledTexts): CompiledTexts {
  if (typeof own !== 'object' || own === null) return {}
  const fitting = Object.entries(own).filter(([key, text]) => {
    const [shape, base] = [shapeOf(text), Object.hasOwn(given, key) ? shapeOf(given[key]) : null]
    return shape && base && !shape.canBeEmpty && findMisfit(shape, base) === null
  })
  return Object.fromEntries(fitting) as CompiledTexts // as their shapes say
}
