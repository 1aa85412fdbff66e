import type { ImportFixes, ImportLayout, ImportMapping } from '@artel/contract/imports/imports'
import type { Locale } from '@artel/contract/shapes/primitives'
import { ApiError, type FieldIssue, fieldError } from '../../errors/errors.ts'
import type { ReadRow } from '../../spreadsheets/spreadsheets.ts'
import type { ImportField } from './imports.subject.ts'

type Columns = ImportLayout['columns']

/** Stored characters of a column title: the maximum that a mapping can name. */
const longestTitle = 300
/** Stored characters of a sheet name. Spreadsheets allow only shorter names. */
const longestSheet = 60

/** The names of the sheets of a file, as they are stored. */
export const sheetNames = (sheets: readonly string[]): string[] =>
  sheets.map((name) => nameFrom(name, longestSheet))

/** A name from a file, cut, without control characters and half surrogate pairs, which cannot be stored. */
const nameFrom = (text: string, longest: number): string =>
  text
    .replace(/[^\P{Cc}\n\r\t]/gu, '')
    .trim()
    .slice(0, longest)
    .replace(/\p{Surrogate}/gu, '')

/** Finds the field of each column of a file: by its title in either language, or by the person's mapping. */
export function findColumns(
  fields: readonly ImportField[],
  header: ReadRow,
  mapping: ImportMapping = {},
): Columns {
  const titles = Array.from(header.cells, (cell) => nameFrom(cell?.text ?? '', longestTitle))
  const plainTitles = titles.map(plain)
  const said = readMapping(fields, plainTitles, mapping)
  const taken = new Set(said.values())
  const named = fields.map((field) => ({ name: field.name, titles: namesOf(field) }))
  return titles.map((title, index) => {
    if (said.has(index)) return { title, field: said.get(index) ?? null }
    const plainTitle = plainTitles[index] ?? ''
    const field = named.find((one) => !taken.has(one.name) && one.titles.has(plainTitle))
    if (field) taken.add(field.name)
    return { title, field: field?.name ?? null }
  })
}

/** @throws ApiError 422 at `file` */
export function refuseMissing(fields: readonly ImportField[], columns: Columns, language: Locale): void {
  const missing = fields.find(
    ({ name, isRequired }) => isRequired && !columns.some((column) => column.field === name),
  )
  if (missing) throw fieldError('file', 'column_missing', { title: missing.title[language] })
}

/** Adds a column for each field that only the person's fixes have. @throws ApiError 422 at `fixes` */
export function addFixed(
  fields: readonly ImportField[],
  columns: Columns,
  fixes: ImportFixes,
  language: Locale,
): Columns {
  const all = [...columns]
  for (const [row, cells] of Object.entries(fixes)) {
    for (const name of Object.keys(cells)) {
      const field = fields.find((one) => one.name === name)
      if (!field) throw fieldError(`fixes.${row}.${name}`, 'field_unknown')
      if (!all.some((column) => column.field === name))
        all.push({ title: field.title[language], field: name })
    }
  }
  return all
}

const plain = (title: string): string => title.toLowerCase().replaceAll('ё', 'е').replace(/\s+/g, ' ').trim()

const namesOf = ({ title, aliases = [] }: ImportField): Set<string> =>
  new Set([title.ru, title.en, ...aliases].map(plain))

/** @throws ApiError 422 at `mapping` */
function readMapping(
  fields: readonly ImportField[],
  plainTitles: readonly string[],
  mapping: ImportMapping,
): Map<number, string | null> {
  const known = new Set(fields.map(({ name }) => name))
  const indexes = new Map<string, number>()
  for (const [index, title] of plainTitles.entries()) if (!indexes.has(title)) indexes.set(title, index)
  const said = new Map<number, string | null>()
  const issues: FieldIssue[] = []
  for (const [name, field] of Object.entries(mapping)) {
    const index = indexes.get(plain(name)) ?? indexOfLetters(plainTitles.length, name)
    const path = `mapping.${name}`
    if (index === null) issues.push({ path, key: 'column_unknown' })
    else if (field !== null && !known.has(field)) issues.push({ path, key: 'field_unknown' })
    else if (field !== null && [...said.values()].includes(field)) issues.push({ path, key: 'field_twice' })
    else said.set(index, field)
  }
  if (issues.length > 0) throw new ApiError('invalid', issues)
  return said
}

/** The index of a column whose title is missing or not unique. `name` is the letters of the column. */
function indexOfLetters(count: number, name: string): number | null {
  if (!/^[A-Z]{1,2}$/.test(name)) return null
  const place = [...name].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
  return place < count ? place : null
}
