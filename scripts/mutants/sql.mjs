// @ts-check

/**
 * A change that makes a source wrong: `text` replaces the characters from `start` to `end`.
 * @typedef {{ start: number, end: number, text: string, what: string }} Fault
 */
/** @typedef {{ text: string, start: number, end: number }} Token */

// In this order: comments, template expressions, strings, quoted names, words, numbers, operators, other
// characters.
const tokenPattern =
  /--[^\n]*|\$\{(?:[^{}]|\{[^{}]*\})*\}|'(?:[^']|'')*'|"[^"]*"|[a-z_][\w.]*|\d+|[<>=!~@|&:+*/%-]+|\S/gi

const conditionStarts = new Set(['where', 'on', 'when', 'having', 'check', 'if', 'elsif'])
const conditionEnds = new Set([
  'group',
  'order',
  'limit',
  'offset',
  'for',
  'union',
  'except',
  'intersect',
  'returning',
  'window',
  'where',
  'having',
  'when',
  'on',
  'join',
  'left',
  'right',
  'inner',
  'cross',
  'full',
  'with',
  'then',
  'else',
  'end',
  'do',
  'loop',
  'set',
  'execute',
])
/** Words before an `if` that starts no condition, as in `create table if not exists`. */
const kindsOfThing = new Set([
  'table',
  'index',
  'column',
  'constraint',
  'trigger',
  'function',
  'view',
  'type',
])

/** @type {Record<string, string>} */
const otherOperators = { '<': '<=', '<=': '<', '>': '>=', '>=': '>', '=': '<>', '<>': '=' }
/** @type {Record<string, string>} */
const otherFunctions = { least: 'greatest', greatest: 'least', min: 'max', max: 'min' }
const lockPattern = /^for (?:no key update|update|key share|share)(?: of [\w.]+)?(?: skip locked| nowait)?/

/**
 * Faults of SQL: dropped or negated conditions, comparisons, boundaries, joins, locks, unique indexes. Works
 * on tokens instead of a parsed statement, because a template has only parts of a statement.
 * @param {string} sql
 * @returns {Fault[]}
 */
export function faultsOfSql(sql) {
  const tokens = [...sql.matchAll(tokenPattern)]
    .map(({ 0: text, index }) => ({ text: text.toLowerCase(), start: index, end: index + text.length }))
    .filter(({ text }) => !text.startsWith('--'))
  return [
    ...tokens.flatMap((_, index) => faultsOfCondition(sql, tokens, index)),
    ...tokens.flatMap((_, index) => faultsOfToken(tokens, index)),
  ]
}

/**
 * Faults of the part of a condition that begins after this token.
 * @param {string} sql @param {Token[]} tokens @param {number} index @returns {Fault[]}
 */
function faultsOfCondition(sql, tokens, index) {
  const word = textAt(tokens, index)
  const isConnected = word === 'or' || (word === 'and' && !isOfBetween(tokens, index))
  if (!isConnected && !startsCondition(tokens, index)) return []
  const part = partFrom(tokens, index + 1)
  const [first, last] = [part[0], part.at(-1)]
  if (!first || !last) return []
  const place = { start: first.start, end: last.end }
  const text = sql.slice(place.start, place.end)
  if (isNoCondition(part)) return []
  const isAlternative = word === 'or' || textAt(tokens, index + 1 + part.length) === 'or'
  const what = text.includes('company_id') ? 'company_id' : 'condition'
  const operators = part.flatMap(faultsOfOperator)
  return [
    // In parentheses, because the syntax of `check` requires them.
    { ...place, text: isAlternative ? '(false)' : '(true)', what: `${what} dropped` },
    // The negation of a single comparison is the same as its opposite operator.
    ...(operators.some(({ what: kind }) => kind === 'comparison')
      ? []
      : [{ ...place, text: `(not (${text}))`, what: `${what} turned` }]),
    ...operators,
  ]
}

/**
 * A template expression, which may be any piece of SQL, a value of `case`, or a list as in `update or delete
 * on`.
 * @param {Token[]} part
 */
const isNoCondition = ([first, second]) =>
  ['insert', 'update', 'delete', 'truncate'].includes(first?.text ?? '') ||
  (!second && /^(?:\$\{|')/.test(first?.text ?? ''))

/** @param {Token[]} tokens @param {number} index */
function startsCondition(tokens, index) {
  const word = textAt(tokens, index)
  if (word === 'on') return isOfJoin(tokens, index)
  if (word === 'if')
    return textAt(tokens, index - 1) !== 'end' && !kindsOfThing.has(textAt(tokens, index - 1))
  return conditionStarts.has(word)
}

/**
 * Words at the nesting level of the token at `index`, backwards from it to the opening parenthesis.
 * @param {Token[]} tokens @param {number} index
 */
function* wordsBefore(tokens, index) {
  for (let at = index - 1, depth = 0; at >= 0; at--) {
    const word = textAt(tokens, at)
    if (word === ')') depth++
    else if (word === '(' && --depth < 0) return
    else if (word === ';') return
    else if (depth === 0) yield word
  }
}

/**
 * False for `on delete`, `on conflict`, and the `on` of a trigger or an index.
 * @param {Token[]} tokens @param {number} on
 */
function isOfJoin(tokens, on) {
  for (const word of wordsBefore(tokens, on)) {
    if (word === 'join') return true
    if (['on', 'where', 'from', 'create', 'references'].includes(word)) return false
  }
  return false
}

/** @param {Token[]} tokens @param {number} and */
function isOfBetween(tokens, and) {
  for (const word of wordsBefore(tokens, and)) {
    if (word === 'between') return true
    if (word === 'and' || word === 'or' || conditionStarts.has(word)) return false
  }
  return false
}

/** @param {Token[]} tokens @param {number} from */
function partFrom(tokens, from) {
  let depth = 0
  for (let index = from; index < tokens.length; index++) {
    const word = textAt(tokens, index)
    const isConnector = word === 'or' || (word === 'and' && !isOfBetween(tokens, index))
    const isOver = isConnector || word === ',' || word === ';' || word === ')' || conditionEnds.has(word)
    if (depth === 0 && isOver) return tokens.slice(from, index)
    if (word === '(' || word === 'case') depth++
    else if (word === ')' || (word === 'end' && depth > 0)) depth--
  }
  return tokens.slice(from)
}

/** @param {Token} token @returns {Fault[]} */
function faultsOfOperator({ text, start, end }) {
  const other = otherOperators[text]
  const what = text === '=' || text === '<>' ? 'comparison' : 'boundary'
  return other ? [{ start, end, text: other, what }] : []
}

/** @param {Token[]} tokens @param {number} index @returns {Fault[]} */
function faultsOfToken(tokens, index) {
  const token = tokens[index]
  if (!token) return []
  const { text, start, end } = token
  if (text === 'for') return faultsOfLock(tokens, index)
  const [before, after] = [tokens[index - 1], textAt(tokens, index + 1)]
  const other = after === '(' ? otherFunctions[text] : undefined
  if (other) return [{ start, end, text: other, what: 'comparison' }]
  if (text === 'unique' && after === 'index') return [{ start, end, text: '', what: 'check dropped' }]
  if (text !== 'join' || ['cross', 'right', 'full', 'inner'].includes(before?.text ?? '')) return []
  if (before?.text === 'left') return [{ start: before.start, end, text: 'join', what: 'join' }]
  return [{ start, end, text: 'left join', what: 'join' }]
}

/** @param {Token[]} tokens @param {number} index @returns {Fault[]} */
function faultsOfLock(tokens, index) {
  const following = tokens.slice(index, index + 8)
  const match = lockPattern.exec(following.map(({ text }) => text).join(' '))
  const last = match && following[match[0].split(' ').length - 1]
  return last ? [{ start: tokens[index]?.start ?? 0, end: last.end, text: '', what: 'lock dropped' }] : []
}

/** @param {Token[]} tokens @param {number} index */
const textAt = (tokens, index) => tokens[index]?.text ?? ''
