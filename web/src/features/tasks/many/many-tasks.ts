import type { BodyIn } from '@artel/contract/call'
import type { FieldErrors } from '@artel/contract/errors/errors'
import type { Calls } from '@artel/contract/index'
import { sumsOf } from '@artel/contract/tasks/task-rates'
import { bodyOfValues } from '../../../forms/form/body-of-values.ts'
import { type Clock, readInstant } from '../../../forms/typed/date-time-text.ts'
import { type Read, readRoubles, readWhole } from '../../../forms/typed/number-text.ts'
import type { TaskFormValues } from '../form/task-draft.ts'
import type { Rated } from '../task-rates.ts'

/** The contract accepts at most this many rows in one call. */
export const maxRows = 200

/** The cells of a row, in display order. Pasted spreadsheet columns follow the same order. */
export const cellNames = ['title', 'quantity', 'user_id', 'due_at', 'money', 'coins'] as const
export type CellName = (typeof cellNames)[number]

/**
 * One task as typed. The values are texts, because a pasted text must stay to be corrected.
 * Empty: the common value.
 */
export type TaskRow = { key: number } & Record<CellName, string>

/** The values that apply to every row without a value of its own. */
type CommonValues = Omit<TaskFormValues, 'title' | 'description' | 'norm_seconds' | 'product_id'>
export type ManyValues = CommonValues & { tasks: TaskRow[] }

/** What texts are parsed with: the company's clock, people by name, and products by name or article. */
export type Reading = {
  clock: Clock
  assignees: ReadonlyMap<string, number>
  products: ReadonlyMap<string, Rated>
}

type Body = BodyIn<Calls['tasks']['createMany']>
type CellRead = { valid: true; value: string | number | null } | { valid: false }

// Rows of a restored form have keys of an earlier page.
let lastKey = Date.now()
export const emptyRow = (): TaskRow => ({
  key: ++lastKey,
  title: '',
  quantity: '',
  user_id: '',
  due_at: '',
  money: '',
  coins: '',
})

export const isBlank = (row: TaskRow): boolean => cellNames.every((name) => row[name].trim() === '')

/** The lookup key of a name: trimmed, single spaces, lower case. */
export const nameKey = (name: string): string => name.trim().replace(/\s+/g, ' ').toLocaleLowerCase()

const withoutUnit = (text: string, unit: RegExp) => text.trim().replace(unit, '')

export function readCell(name: CellName, text: string, { clock, assignees }: Reading): CellRead {
  switch (name) {
    case 'title':
      return { valid: true, value: text.trim() }
    case 'quantity':
      return readWhole(withoutUnit(text, /\s*(шт|pcs)\.?$/i), 1_000_000)
    case 'coins':
      return readWhole(text, 1_000_000_000)
    case 'money':
      return readMoney(text)
    case 'due_at':
      return readInstant(text, clock)
    case 'user_id': {
      const found = assignees.get(nameKey(text))
      if (text.trim() === '') return { valid: true, value: null }
      return found === undefined ? { valid: false } : { valid: true, value: found }
    }
  }
}

const readMoney = (text: string): Read =>
  readRoubles(withoutUnit(text, /\s*(₽|руб\.?|р\.?)$/i).replace(/^₽/, ''), 100_000_000_000)

/** Writes `cells` over the rows from a row and a cell on. Also returns how many lines did not fit. */
export function pasteCells(rows: readonly TaskRow[], at: { row: number; cell: CellName }, cells: string[][]) {
  const first = cellNames.indexOf(at.cell)
  const next = [...rows]
  const taken = cells.slice(0, maxRows - at.row)
  for (const [offset, line] of taken.entries()) {
    const row = { ...(next[at.row + offset] ?? emptyRow()) }
    for (const [index, name] of cellNames.slice(first).entries()) row[name] = line[index] ?? row[name]
    next[at.row + offset] = row
  }
  return { rows: next, left: cells.length - taken.length }
}

/**
 * Validates on the client what the server would refuse, as far as possible: one message for each wrong cell.
 */
export function checkRows(
  rows: readonly TaskRow[],
  reading: Reading,
  sentence: (name: CellName, text: string) => string,
): FieldErrors {
  const filled = rows.map((row, index) => ({ row, index })).filter(({ row }) => !isBlank(row))
  if (filled.length === 0) return { 'tasks.0.title': [sentence('title', '')] }
  const wrong = filled.flatMap(({ row, index }) =>
    cellNames
      .filter((name) =>
        name === 'title' ? row.title.trim() === '' : !readCell(name, row[name], reading).valid,
      )
      .map((name): [string, string[]] => [`tasks.${index}.${name}`, [sentence(name, row[name])]]),
  )
  return Object.fromEntries(wrong)
}

/** The body to send, and the row index of each sent task. */
export function bodyOf({ tasks, ...common }: ManyValues, reading: Reading): { body: Body; places: number[] } {
  const places = tasks.flatMap((row, index) => (isBlank(row) ? [] : [index]))
  const drafts = places.map((place) => draftOf(tasks[place] ?? emptyRow(), common, reading))
  // Parsing gave each cell the type of its field.
  return { body: bodyOfValues<'tasks.createMany'>({ tasks: drafts }), places }
}

function draftOf(row: TaskRow, common: CommonValues, reading: Reading): object {
  const own = cellNames.map((name) => {
    const read = readCell(name, row[name], reading)
    return [name, read.valid ? read.value : null] as const
  })
  const { priority, warehouse_id, requires_review, ...shared } = common
  const defaults = {
    ...shared,
    quantity: shared.quantity ?? 1,
    money: shared.money ?? 0,
    coins: shared.coins ?? 0,
  }
  const said = Object.fromEntries(own.filter(([, value]) => value !== null))
  const draft = { ...defaults, priority: priority ?? 'normal', warehouse_id, requires_review }
  const ofProduct = sumsOfRow(row, common, reading)
  if (!ofProduct) return { ...draft, ...said }
  const { product, ...sums } = ofProduct
  return { ...draft, ...sums, ...said, product_id: product.id, title: product.name }
}

/** The quantity of a row: its own, else the common one, else 1. */
function quantityOf(row: TaskRow, { quantity }: Pick<CommonValues, 'quantity'>, reading: Reading): number {
  const read = readCell('quantity', row.quantity, reading)
  const own = read.valid && typeof read.value === 'number' ? read.value : null
  return own ?? quantity ?? 1
}

/** What the empty cells of a row mean when its title names a product; null for a row without a product. */
export function sumsOfRow(row: TaskRow, common: Pick<CommonValues, 'quantity'>, reading: Reading) {
  const product = reading.products.get(nameKey(row.title))
  return product ? { product, ...sumsOf(product, quantityOf(row, common, reading)) } : null
}

/** Moves the server's errors from the index of the sent task to the index of its row. */
export function placeErrors(errors: FieldErrors, places: readonly number[]): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors).map(([path, texts]) => {
      const [list, index, name = ''] = path.split('.')
      if (list !== 'tasks' || index === undefined) return [path, texts]
      // A field that rows do not have is a common field.
      const isOfRow = cellNames.some((cell) => cell === name)
      return [isOfRow ? `tasks.${places[Number(index)] ?? index}.${name}` : name, texts]
    }),
  )
}
