// @ts-check
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** @typedef {{ path: string, text: string, isTest: boolean }} Source */

const packages = ['contract', 'server', 'web', 'e2e', 'bench', 'scripts']
const notOurs = new Set(['node_modules', 'dist', 'data', 'coverage'])
const sourceFile = /\.(ts|tsx|js|mjs|css)$/

const maxLines = 400
const generated = ['server/src/database/tables.ts']

const maxFiles = 25

const kebabCase = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/
const leftOutTest = /\b(?:test|it|describe|suite)(?:\.\w+)*\.(?:skip|only)(?:\.\w+)*\(/
// A literal that is spread into another literal only keeps its entries on one line.
const spreadLiteral = /\.\.\.\(?\{|\.\.\.\(?\[[^\]]+\](?: as const)?\)?,?$/
const spreadLines = /^( *)\.\.\.\(?\[\n(?:\1 .*\n)*\1\](?: as const)?\)?,?(?: \/\/.*)?$/gm
// Tests, code that only tests use, and tools. Of the product itself, only the settings.
const mayReadEnvironment =
  /^(scripts|e2e|bench)\/|^server\/src\/settings\.ts$|\/testing(\/|\.ts$)|\/\w+\.config\.ts$|\.test\.\w+$/

/** @param {string} folder @returns {Source[]} */
export function readSources(folder) {
  return packages
    .flatMap((name) => filesBelow(folder, name))
    .filter((path) => sourceFile.test(path))
    .map((path) => ({
      path,
      text: readFileSync(join(folder, path), 'utf8'),
      isTest: /\.test\.\w+$/.test(path),
    }))
}

/** @param {string} folder @param {string} path @returns {string[]} */
function filesBelow(folder, path) {
  if (!existsSync(join(folder, path))) return []
  return readdirSync(join(folder, path), { withFileTypes: true }).flatMap((entry) => {
    if (notOurs.has(entry.name)) return []
    const below = `${path}/${entry.name}`
    return entry.isDirectory() ? filesBelow(folder, below) : [below]
  })
}

/** Checks names, sizes and the content of single lines. @param {Source[]} sources @returns {string[]} */
export function checkFiles(sources) {
  return [
    ...sources.flatMap((source) => [...checkName(source), ...checkSize(source), ...checkLines(source)]),
    ...checkFolders(sources),
  ]
}

/** A folder holds what a newcomer can take in at a glance. @param {Source[]} sources */
function checkFolders(sources) {
  /** @type {Map<string, number>} */
  const counts = new Map()
  for (const { path } of sources) {
    const folder = dirname(path)
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts].flatMap(([folder, count]) => {
    return count <= maxFiles ? [] : [`${folder}:1 the folder has ${count} files, more than ${maxFiles}`]
  })
}

/** @param {Source} source */
function checkName({ path }) {
  const wrong = path.split('/').find((part) => !kebabCase.test(part))
  return wrong ? [`${path}:1 the name ${wrong} is not in kebab-case`] : []
}

/** @param {Source} source */
function checkSize({ path, text }) {
  const count = text.split('\n').length - 1
  if (count <= maxLines || generated.includes(path)) return []
  return [`${path}:${maxLines + 1} the file has ${count} lines, more than ${maxLines}`]
}

/** @param {Source} source */
function checkLines({ path, text, isTest }) {
  const lines = text.split('\n')
  const spread = [...text.matchAll(spreadLines)].map(
    ({ index }) => text.slice(0, index).split('\n').length - 1,
  )
  return lines.flatMap((line, index) => {
    const at = `${path}:${index + 1}`
    const code = line.replace(/^\s*(\/\/|\*|\/\*).*/, '')
    return [
      ...(isTest && leftOutTest.test(code) ? [`${at} a test is left out by .skip or .only`] : []),
      ...(spreadLiteral.test(code) || spread.includes(index)
        ? [`${at} spreads a literal, whose entries can stand here directly`]
        : []),
      ...(/\bprocess\.env\b/.test(code) && !mayReadEnvironment.test(path)
        ? [`${at} reads the environment, which only settings.ts does`]
        : []),
    ]
  })
}

/** @param {string} path */
export const stemOf = (path) => basename(path).replace(/\.\w+$/, '')
