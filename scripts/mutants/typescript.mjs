// @ts-check
import { parseSync, Visitor } from 'rolldown/utils'
import { faultsOfSql } from './sql.mjs'

/** @typedef {import('./sql.mjs').Fault} Fault */
/** @typedef {import('rolldown/utils').ESTree.Expression} Expression */
/** @typedef {{ start: number, end: number }} Place */

/** @type {Record<string, string>} */
const otherOperators = { '<': '<=', '<=': '<', '>': '>=', '>=': '>', '===': '!==', '!==': '===', '-': '+' }
/** Operators that the query builder takes as strings. @type {Record<string, string>} */
const otherSqlOperators = { '<': '<=', '<=': '<', '>': '>=', '>=': '>', '=': '!=', '!=': '=', '<>': '=' }

/** Methods of queries and arrays that filter. */
const narrowing = new Set(['where', 'whereRef', 'having', 'on', 'onRef', 'filter'])
const locking = new Set(['forUpdate', 'forNoKeyUpdate', 'forShare', 'forKeyShare', 'skipLocked'])
/** @type {Record<string, string>} */
const otherMethods = { innerJoin: 'leftJoin', leftJoin: 'innerJoin', some: 'every', every: 'some' }

/**
 * Faults of TypeScript, and of the SQL in its templates: dropped or negated conditions, comparisons,
 * boundaries, joins, locks, and omitted checks or other calls.
 * @param {string} source
 * @returns {Fault[]}
 */
export function faultsOfTypeScript(source) {
  const { program } = parseSync('source.ts', source)
  /** @type {Fault[]} */
  const faults = []
  /** @param {Place} place @param {string} text @param {string} what */
  const add = ({ start, end }, text, what) => void faults.push({ start, end, text, what })
  /** @param {Place} place */
  const textOf = ({ start, end }) => source.slice(start, end)
  /** For a single comparison, the opposite operator gives the same fault. @param {Expression} test */
  const turn = (test) => {
    if (test.type !== 'BinaryExpression' || !['===', '!=='].includes(test.operator))
      add(test, `!(${textOf(test)})`, 'condition turned')
  }

  new Visitor({
    IfStatement({ test, consequent, alternate }) {
      turn(test)
      if (!alternate && leaves(consequent)) add(test, 'false', 'check dropped')
    },
    ConditionalExpression({ test }) {
      turn(test)
    },
    LogicalExpression({ start, end, left, right, operator }) {
      if (operator === '??') return
      add({ start, end }, `(${textOf(left)})`, 'condition dropped')
      add({ start, end }, `(${textOf(right)})`, 'condition dropped')
    },
    BinaryExpression({ left, right, operator }) {
      const other = otherOperators[operator]
      const place = { start: left.end, end: right.start }
      const what = ['===', '!==', '-'].includes(operator) ? 'comparison' : 'boundary'
      if (other) add(place, textOf(place).replace(operator, other), what)
    },
    ExpressionStatement({ start, end, expression }) {
      const call = expression.type === 'AwaitExpression' ? expression.argument : expression
      if (call.type === 'CallExpression') add({ start, end }, ';', 'call dropped')
    },
    CallExpression({ end, callee, arguments: given }) {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return
      const { object, property } = callee
      const call = { start: object.end, end }
      if (narrowing.has(property.name) && given.length > 0) add(call, '', 'condition dropped')
      if (locking.has(property.name)) add(call, '', 'lock dropped')
      const other = otherMethods[property.name]
      if (other) add(property, other, /Join/.test(other) ? 'join' : 'comparison')
      const operator = narrowing.has(property.name) ? given[1] : undefined
      if (operator?.type !== 'Literal') return
      const turned = otherSqlOperators[String(operator.value)]
      if (turned) add(operator, `'${turned}'`, /[<>]/.test(textOf(operator)) ? 'boundary' : 'comparison')
    },
    TaggedTemplateExpression({ tag, quasi }) {
      if (tag.type !== 'Identifier' || tag.name !== 'sql') return
      const start = quasi.start + 1
      for (const fault of faultsOfSql(source.slice(start, quasi.end - 1)))
        faults.push({ ...fault, start: start + fault.start, end: start + fault.end })
    },
  }).visit(program)
  return faults
}

/**
 * Whether the statement only leaves the function.
 * @param {import('rolldown/utils').ESTree.Statement} statement
 */
function leaves(statement) {
  const only =
    statement.type === 'BlockStatement' && statement.body.length === 1 ? statement.body[0] : statement
  return only?.type === 'ThrowStatement' || only?.type === 'ReturnStatement'
}
