// @ts-check
import { readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import {
  isCallExpression,
  isNumericLiteral,
  isPrefixUnaryExpression,
  isPropertyAccessExpression,
} from 'typescript/unstable/ast'
import { API, TypeFlags } from 'typescript/unstable/sync'

/** @typedef {import('typescript/unstable/ast').Node} Node */
/** @typedef {import('typescript/unstable/ast').CallExpression} CallExpression */
/** @typedef {import('typescript/unstable/sync').Checker} Checker */

const cutting = ['slice', 'substring', 'substr']
const mayCut = /\.(slice|substring|substr)\(/
/** A cut at or below this position is allowed: it is in a date, time or digest with known characters. */
const longestPlace = 40

/**
 * Finds texts that are cut at a limit without `cutText`. Such a limit may split a surrogate pair, and half a
 * pair is shown as a question mark and cannot be stored.
 * @param {string} folder the root of the tree
 * @param {string[]} projects folders with a tsconfig.json
 * @returns {string[]} each as `file:line what is wrong`
 */
export function checkTextCuts(folder, projects) {
  const api = new API({ cwd: folder })
  try {
    return projects.flatMap((name) => {
      const config = resolve(folder, name, 'tsconfig.json')
      const project = api.updateSnapshot({ openProjects: [config] }).getProject(config)
      if (!project) throw new Error(`There is no project ${config}`)
      // Asks the compiler only for files that may have a cut, because that takes long.
      const own = project.rootFiles.filter(
        (path) => !/\.test\.tsx?$/.test(path) && mayCut.test(readFileSync(path, 'utf8')),
      )
      return own.flatMap((path) => {
        const file = project.program.getSourceFile(path)
        if (!file) throw new Error(`The project ${config} has no ${path}`)
        return cutsIn(file, project.checker).map((cut) => {
          const line = file.text.slice(0, cut.getStart(file)).split('\n').length
          return `${relative(folder, path)}:${line} cuts a text by .${nameOf(cut)}; cutText halves no sign`
        })
      })
    })
  } finally {
    api.close()
  }
}

/** @param {Node} file @param {Checker} checker @returns {CallExpression[]} */
function cutsIn(file, checker) {
  /** @type {CallExpression[]} */
  const cuts = []
  /** @param {Node} node */
  const visit = (node) => {
    if (isCallExpression(node) && isCut(node, checker)) cuts.push(node)
    node.forEachChild(visit)
  }
  visit(file)
  return cuts
}

/** @param {CallExpression} call */
const nameOf = ({ expression }) => (isPropertyAccessExpression(expression) ? expression.name.text : '')

/** @param {CallExpression} call @param {Checker} checker */
function isCut(call, checker) {
  const [from, to] = call.arguments
  if (!cutting.includes(nameOf(call)) || !from || !to || from.getText() !== '0') return false
  // A negative end removes a known suffix. A position that was searched in the text has the type `number`.
  if (isPrefixUnaryExpression(to)) return false
  const limit = checker.getTypeAtLocation(to)
  if (!limit || !(limit.flags & TypeFlags.NumberLiteral)) return false
  if (isNumericLiteral(to) && Number(to.text) <= longestPlace) return false
  const { expression } = call
  const receiver = isPropertyAccessExpression(expression) && checker.getTypeAtLocation(expression.expression)
  const text = receiver && checker.getNonNullableType(receiver)
  return Boolean(text && checker.isTypeAssignableTo(text, checker.getStringType()))
}
