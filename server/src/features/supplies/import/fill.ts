import type { Readable } from 'node:stream'
import { visibleForm } from '@artel/contract/shapes/visible'
import { sql } from 'kysely'
import type { Actor } from '../../../access/actor.ts'
import { nowIso, wallClock } from '../../../clock.ts'
import type { Root } from '../../../database/connection/open.ts'
import type { Db } from '../../../database/db.ts'
import { openCursor } from '../../../database/queries/cursor.ts'
import { fieldError } from '../../../errors/errors.ts'
import type { SentFile } from '../../../files/send-file.ts'
import type { ReceivedFile } from '../../../files/uploads.ts'
import { type ListFile, listFile } from '../../../lists/list-file.ts'
import { mapInSlices } from '../../../slices.ts'
import {
  type Column,
  contentTypes,
  type FilledLines,
  fillTable,
  type ReadTable,
  readTable,
  TableError,
} from '../../../spreadsheets/spreadsheets.ts'
import { findColumns, refuseMissing, toAnswer } from '../../imports/imports.ts'
import { presentBoxes } from '../boxes/boxes.queries.ts'
import { bareSets, lineRows, type PackingRow } from '../labels/packing-list.ts'
import { findSupply } from '../supplies.ts'
import { packingFields } from './import.ts'

type Template = {
  /** Index and name of the sheet. The name is empty for a csv. */
  sheet: { index: number; name: string }
  header: number
  columns: { title: string; field: string | null }[]
  /** Row number and cells of each box in the received file, by the code of the box. */
  boxes: Map<string, { row: number; cells: readonly (string | null)[] }>
  /** Rows whose box an earlier row already has. */
  repeated: number[]
}

/**
 * Fills the file that Wildberries gave for a supply with the contents of its boxes: one row for each product
 * in a box. Styles, widths, other sheets and other columns stay as they were.
 * @param connection a separate transaction from which the rows are read
 * @throws ApiError not_found; 422 at `file`, also if it lacks the code of a box, because an incomplete file
 * is useless
 */
export async function filledFile(
  connection: Root,
  db: Db,
  actor: Actor,
  supplyId: number,
  received: ReceivedFile | undefined,
): Promise<ListFile | SentFile> {
  if (!received) throw fieldError('file', 'required')
  const { number } = await findSupply(db, actor, supplyId)
  const template = await readTemplate(actor, received)
  const rows = lineRows(db)
    .where('supply_boxes.supply_id', '=', supplyId)
    .where('supply_boxes.units_count', '>', 0)
  await refuseUnknown(db, supplyId, template)
  const name = { ru: `Упаковка ${number}`, en: `Packing list ${number}` }
  const stream = template.sheet.name && (await fillInPlace({ actor, connection }, received, template, rows))
  if (stream) return { stream, type: contentTypes.xlsx, name, suffix: todayOf(actor), extension: 'xlsx' }
  return listFile({
    name,
    sheet: template.sheet.name || 'Sheet1',
    columns: template.columns.map((column, index) => columnOf(template, column, index)),
    rows,
  })
}

const todayOf = ({ timezone }: Actor): string => wallClock(nowIso(), timezone).toISOString().slice(0, 10)

const readTemplate = (actor: Actor, received: ReceivedFile): Promise<Template> =>
  readTable(received, { person: actor }, (table) => templateOf(actor, table)).catch((error: unknown) => {
    throw toAnswer(error)
  })

async function templateOf({ language }: Actor, table: ReadTable): Promise<Template> {
  const columns = findColumns(packingFields, table.header)
  refuseMissing(packingFields, columns, language)
  const place = columns.findIndex(({ field }) => field === 'box')
  const [boxes, repeated]: [Template['boxes'], number[]] = [new Map(), []]
  let left = maxKept
  for await (const batch of table.batches) {
    // In slices, because some codes take a millisecond each.
    const codes = await mapInSlices(batch, ({ cells }) => visibleForm(cells[place]?.text ?? ''))
    for (const [index, { row, cells }] of batch.entries()) {
      const code = codes[index] ?? ''
      if (code === '') continue
      if (boxes.has(code)) {
        repeated.push(row)
        continue
      }
      boxes.set(code, { row, cells: Array.from(cells, (cell) => cell?.text ?? null) })
      left -= cells.reduce((sum, cell) => sum + charactersOfCell + (cell?.text.length ?? 0), 0)
      if (left < 0) throw new TableError('table_too_large_inside')
    }
  }
  const sheet = { index: table.sheet, name: table.sheets[table.sheet] ?? '' }
  return { sheet, header: table.header.row, columns, boxes, repeated }
}

/**
 * Maximum characters of the rows of a file, which stay in the memory of the server until the answer. A file of 20,000
 * boxes has four million. A cell counts at least as many characters as its string takes besides its text.
 */
const maxKept = 16 * 1_048_576
const charactersOfCell = 16

const kinds = { barcode: 'text', quantity: 'number', expires_on: 'day' } as const
type FilledField = keyof typeof kinds
const isFilled = (field: string | null): field is FilledField => field !== null && field in kinds

/** @returns null if the rows of the file cannot be replaced one by one */
async function fillInPlace(
  { actor, connection }: { actor: Actor; connection: Root },
  received: ReceivedFile,
  { sheet, header, columns, boxes, repeated }: Template,
  rows: ReturnType<typeof lineRows>,
): Promise<Readable | null> {
  const filled = columns.flatMap(({ field }, column) => (isFilled(field) ? [{ column, field }] : []))
  const valuesOf = (row: PackingRow) =>
    filled.map(({ field }) => (field === 'barcode' ? row.product_code : row[field]))
  async function* takenRows(): AsyncGenerator<[row: number, lines: FilledLines]> {
    const empty = new Map([...boxes].map(([code, { row }]) => [code, row]))
    for await (const [code, lines] of byBox(await openCursor(connection, sql<PackingRow>`${rows}`))) {
      const row = empty.get(code)
      if (row !== undefined) yield [row, lines.map(valuesOf)]
      empty.delete(code)
    }
    for (const row of [...empty.values(), ...repeated]) yield [row, []]
  }
  const stream = await fillTable(received, {
    person: actor,
    sheet: sheet.index,
    header,
    rows: takenRows(),
    columns: filled.map(({ column, field }) => ({ column, kind: kinds[field] })),
  }).catch((error: unknown) => {
    throw toAnswer(error)
  })
  // Frees the cursor's name, because the caller then reads the rows again.
  if (!stream) await sql`close reading`.execute(connection)
  return stream
}

/** Groups the rows by box. They arrive in the order of the boxes. */
async function* byBox(
  batches: AsyncIterable<readonly PackingRow[]>,
): AsyncGenerator<[code: string, lines: PackingRow[]]> {
  let [code, lines]: [string, PackingRow[]] = ['', []]
  for await (const batch of batches) {
    for (const row of batch) {
      if (row.barcode !== code && lines.length > 0) yield [code, lines]
      if (row.barcode !== code) [code, lines] = [row.barcode, []]
      lines.push(row)
    }
  }
  if (lines.length > 0) yield [code, lines]
}

// Barcodes are texts and quantities are numbers, as in the received file.
function columnOf(
  { boxes }: Template,
  { title, field }: Template['columns'][number],
  index: number,
): Column<PackingRow> {
  const titles = { title: { ru: title, en: title } }
  switch (field) {
    case 'barcode':
      return { kind: 'text', ...titles, read: ({ product_code }) => product_code }
    case 'quantity':
      return { kind: 'number', ...titles, read: ({ quantity }) => quantity }
    case 'box':
      return { kind: 'text', ...titles, read: ({ barcode }) => barcode }
    case 'expires_on':
      return { kind: 'day', ...titles, read: ({ expires_on }) => expires_on }
    default:
      return { kind: 'text', ...titles, read: ({ barcode }) => boxes.get(barcode)?.cells[index] ?? null }
  }
}

async function refuseUnknown(db: Db, supplyId: number, { boxes }: Template): Promise<void> {
  const packed = await presentBoxes(db, supplyId)
    .select(['number', 'barcode'])
    .where('units_count', '>', 0)
    .orderBy('number')
    .execute()
  const strange = packed.find(({ barcode }) => !boxes.has(barcode))
  if (strange) throw fieldError('file', 'box_not_in_file', strange)
  const [bare] = await bareSets(db).where('supply_products.supply_id', '=', supplyId).execute()
  if (bare) throw fieldError('file', 'set_without_barcode', bare)
}
