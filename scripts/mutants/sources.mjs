// @ts-check
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { faultsOfSql } from './sql.mjs'
import { faultsOfTypeScript } from './typescript.mjs'

/** @typedef {import('./sql.mjs').Fault} Fault */
/**
 * A fault in a file; `path` is relative to the root.
 * @typedef {Fault & { path: string, line: number }} Mutant
 */

const migrations = 'server/src/database/migrations'

/**
 * @param {string} root @param {string} feature @returns {string | undefined} its folder, relative to the root
 */
export const findFolder = (root, feature) =>
  [`server/src/features/${feature}`, `server/src/${feature}`].find((folder) => existsSync(join(root, folder)))

/**
 * All faults of a feature: in its files, and in those statements of migrations that create tables with
 * constraints, unique indexes, triggers, functions or views. Names alone decide which statements belong to
 * the feature: all statements of a migration that is named after it; statements about a table that begins
 * with its name, or that such a migration created and that begins with no other feature's name; and functions
 * that its files call. Statements that a later migration replaces or drops are left out.
 * @param {string} root
 * @param {string} folder of the feature
 * @returns {Mutant[]}
 */
export function mutantsOf(root, folder) {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/\.(?:test|seed)\.ts$/.test(name))
    .sort()
    .map((name) => ({ path: `${folder}/${name}`, text: readFileSync(join(root, folder, name), 'utf8') }))
  const ofFiles = files.flatMap(({ path, text }) => located(path, text, faultsOfTypeScript(text)))
  const ownText = files.map(({ text }) => text).join('\n')
  return [...ofFiles, ...mutantsOfMigrations(root, folder, ownText)]
}

/** The beginning of the names of a feature's tables and migrations. @param {string} folder */
const stemOf = (folder) =>
  basename(folder)
    .replaceAll('-', '_')
    .replace(/(?:ies|s)$/, '')

/** @param {string} path @param {string} text @param {Fault[]} faults @returns {Mutant[]} each once */
function located(path, text, faults) {
  const unique = new Map(faults.map((fault) => [`${fault.start} ${fault.end} ${fault.text}`, fault]))
  return [...unique.values()].map((fault) => ({
    ...fault,
    path,
    line: text.slice(0, fault.start).split('\n').length,
  }))
}

/** A statement of a migration. @typedef {{ migration: string, start: number, text: string, kind: string, name: string, table: string }} Statement */

/** @param {string} root @param {string} folder of the feature @param {string} ownText @returns {Mutant[]} */
function mutantsOfMigrations(root, folder, ownText) {
  const stem = stemOf(folder)
  const others = readdirSync(join(root, 'server/src/features')).map(stemOf)
  const isOfOther = (/** @type {string} */ table) => others.some((other) => table.startsWith(other))
  const names = readdirSync(join(root, migrations)).sort()
  const texts = names.map((name) => readFileSync(join(root, migrations, name), 'utf8'))
  const isNamedAfter = (/** @type {string} */ name) => new RegExp(`(?:^|_)${stem}`).test(name)
  const all = names.map((name, index) => statementsOf(name, texts[index] ?? ''))
  const tables = new Set(
    all
      .flat()
      .filter(
        ({ kind, name, migration }) =>
          kind === 'table' && (name.startsWith(stem) || (isNamedAfter(migration) && !isOfOther(name))),
      )
      .map(({ name }) => name),
  )
  const isOwn = (/** @type {Statement} */ { name, table, migration, kind }) =>
    table
      ? tables.has(table) || table.startsWith(stem)
      : isNamedAfter(migration) || (kind === 'function' && ownText.includes(`${name}(`))
  return all.flatMap((statements, index) => {
    const later = texts.slice(index + 1).join('\n')
    const faults = statements
      .filter((statement) => isOwn(statement) && !isReplaced(statement, later))
      .flatMap((statement) =>
        faultsOfSql(statement.text)
          .filter(({ start }) => !isConstraintDropped(statement, start, later))
          .map((fault) => ({
            ...fault,
            start: fault.start + statement.start,
            end: fault.end + statement.start,
          })),
      )
    return located(`${migrations}/${names[index]}`, texts[index] ?? '', faults)
  })
}

const statementEnd = /\$\w*\$|;[ \t]*(?:\n|$)/g
const making =
  /^(?:create (?:or replace )?(?:constraint )?(table|function|view|trigger)|create (unique index)|(alter table)|(do))\b(?: if (?:not )?exists)?\s*(\w*)/i

/**
 * Statements that create something with conditions.
 * @param {string} migration @param {string} text @returns {Statement[]}
 */
function statementsOf(migration, text) {
  const found = []
  let [start, quote] = [0, '']
  for (const match of text.matchAll(statementEnd)) {
    const [mark] = match
    if (mark.startsWith('$')) quote = quote === '' ? mark : quote === mark ? '' : quote
    else if (quote === '') {
      found.push({ start, text: text.slice(start, match.index) })
      start = match.index + mark.length
    }
  }
  return found.flatMap((statement) => {
    const head = statement.text.replace(/^(?:\s|--[^\n]*\n)+/, '')
    const match = making.exec(head)
    if (!match) return []
    const kind = (match[1] ?? match[2] ?? match[3] ?? match[4] ?? '').toLowerCase()
    const name = match[5] ?? ''
    const isOnTable = kind === 'trigger' || kind === 'unique index'
    const table = kind.endsWith('table') ? name : isOnTable ? (/\bon (\w+)/i.exec(head)?.[1] ?? '') : ''
    return [{ ...statement, migration, kind, name, table }]
  })
}

/** @param {Statement} statement @param {string} later */
function isReplaced({ kind, name }, later) {
  if (kind === 'do' || kind === 'alter table') return false
  const what = kind === 'unique index' ? 'index' : kind
  return new RegExp(`(?:create or replace|drop) ${what} (?:if exists )?${name}\\b`, 'i').test(later)
}

/**
 * A check in the line of a column has the name that PostgreSQL gives it.
 * @param {Statement} statement @param {number} at @param {string} later
 */
function isConstraintDropped({ kind, name, text }, at, later) {
  if (!kind.endsWith('table')) return false
  const line = text.slice(text.lastIndexOf('\n', at) + 1, at)
  const named = /constraint (\w+)/.exec(line)?.[1]
  const column = /^\s*(\w+)/.exec(line)?.[1]
  return new RegExp(`drop constraint (?:if exists )?${named ?? `${name}_${column}_check`}\\b`, 'i').test(
    later,
  )
}

/**
 * Shuffles the mutants with the generator mulberry32. The same seed gives the same order.
 * @param {Mutant[]} mutants
 * @param {number} seed
 */
export function draw(mutants, seed) {
  let state = seed
  const random = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  return mutants
    .map((mutant) => ({ mutant, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ mutant }) => mutant)
}
