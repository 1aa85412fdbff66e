// @ts-check
import { dirname, posix } from 'node:path'
import { stemOf } from './files.mjs'

/** @typedef {import('./files.mjs').Source} Source */
/** @typedef {{ web: string[][], server: string[][], features: string[][], openToTests: string[] }} Levels */
/** `to` is a path from the root of the tree. @typedef {{ source: Source, to: string, levels: Levels }} Import */

// Biome formats the sources, so an import stands at the beginning of its line.
const importOrExport =
  /^(?:import\s+(?:type\s+)?(?:[\w*{}\s,$]+\s+from\s+)?|export\s+(?:type\s+)?(?:\*(?:\s+as\s+\w+)?|\{[^}]*\})\s+from\s+)['"]([^'"]+)['"]/gm
const importCall = /\bimport\(\s*['"]([^'"]+)['"]/g

const contractMayImport = {
  source: ['zod', 'icu-minify'],
  test: ['zod', 'icu-minify', 'vitest', 'fast-check'],
}

/** @param {Source[]} sources @param {Levels} levels @returns {string[]} */
export function checkImports(sources, levels) {
  return sources.flatMap((source) =>
    importsOf(source).flatMap(({ line, specifier }) => {
      const why = judge(source, specifier, levels)
      return why ? [`${source.path}:${line} ${why}`] : []
    }),
  )
}

/** @param {Source} source */
function importsOf({ text }) {
  return [...text.matchAll(importOrExport), ...text.matchAll(importCall)].map((match) => {
    const specifier = match[1] ?? ''
    const end = match.index + match[0].length
    return { specifier, line: text.slice(0, end).split('\n').length }
  })
}

/** @param {Source} source @param {string} specifier @param {Levels} levels */
function judge(source, specifier, levels) {
  if (!specifier.startsWith('.')) return judgePackage(source, specifier)
  const to = posix.join(dirname(source.path), specifier)
  const [fromPackage = ''] = source.path.split('/')
  const [toPackage = ''] = to.split('/')
  if (fromPackage !== toPackage) return judgeCrossing(fromPackage, to)
  if (!source.path.startsWith(`${fromPackage}/src/`) || !to.startsWith(`${fromPackage}/src/`))
    return undefined
  if (fromPackage !== 'web' && fromPackage !== 'server') return undefined
  return judgeLevels({ source, to, levels }, levels[fromPackage])
}

/** @param {Source} source @param {string} specifier */
function judgePackage({ path, isTest }, specifier) {
  const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
  if (/^@artel\/(?!contract$)/.test(name)) return `imports ${name}, which no other package may know`
  if (!path.startsWith('contract/src/')) return undefined
  const allowed = contractMayImport[isTest ? 'test' : 'source']
  return allowed.includes(name) ? undefined : `imports ${name}; the contract imports only zod and icu-minify`
}

/** The table of all addresses of the product. The screenshots of all screens use it too. */
const addresses = 'web/src/app/routes/route-table.ts'

/** @param {string} from a package @param {string} path of the imported file */
function judgeCrossing(from, path) {
  const [to = ''] = path.split('/')
  if (from === 'e2e' && path === addresses) return undefined
  if (from === 'contract') return `imports ${to}; the contract imports only zod and icu-minify`
  if (to === 'contract' || to === 'scripts') return undefined
  // A benchmark builds its data with code of the product. The product never imports bench.
  if (from === 'bench' && (to === 'server' || to === 'web')) return undefined
  return `imports ${to} across packages`
}

/** @param {Import} found @param {string[][]} ladder of the package */
function judgeLevels(found, ladder) {
  const { source, to } = found
  const [fromPart, toPart] = [partOf(source.path), partOf(to)]
  const [fromLevel, toLevel] = [levelIn(ladder, fromPart), levelIn(ladder, toPart)]
  for (const [part, level] of /** @type {const} */ ([
    [fromPart, fromLevel],
    [toPart, toLevel],
  ])) {
    if (level < 0) return `${part} has no level in scripts/levels.mjs`
  }
  if (source.isTest && found.levels.openToTests.includes(toPart)) return undefined
  if (toPart !== fromPart && toLevel >= fromLevel)
    return `${fromPart} imports ${toPart}, which is not below it`
  if (fromPart !== 'features') return undefined
  const isOfRoutes = source.isTest || source.path.endsWith('.routes.ts')
  if (toPart === 'http' && !isOfRoutes) return 'imports http, which only routes do'
  return toPart === 'features' ? judgeFeatures(found) : undefined
}

/** @param {Import} found */
function judgeFeatures({ source, to, levels }) {
  const [from, other] = [featureOf(source.path), featureOf(to)]
  if (from === other) return undefined
  const [fromLevel, otherLevel] = [levelIn(levels.features, from), levelIn(levels.features, other)]
  if (fromLevel < 0 || otherLevel < 0)
    return `${fromLevel < 0 ? from : other} has no level in scripts/levels.mjs`
  if (otherLevel >= fromLevel) return `the feature ${from} imports ${other}, which is not below it`
  const isPublic = posix.dirname(to).endsWith(`/features/${other}`) && stemOf(to) === other
  return isPublic ? undefined : `imports ${posix.basename(to)}; of ${other} only ${other}.ts is for others`
}

/** The folder or file below src. A test counts as the file that it tests. @param {string} path */
const partOf = (path) => (path.split('/')[2] ?? '').replace('.test.', '.')

/** @param {string} path */
const featureOf = (path) => path.split('/')[3] ?? ''

/** @param {string[][]} ladder @param {string} name */
const levelIn = (ladder, name) => ladder.findIndex((level) => level.includes(name))
