import type { Actor } from '../../access/actor.ts'
import type { Db } from '../../database/db.ts'
import { fieldError } from '../../http/errors.ts'
import { type ListFile, listFile } from '../../http/list-file.ts'
import type { ReceivedFile } from '../../http/uploads.ts'
import { type Column, type ReadTable, readTable } from '../../spreadsheets/spreadsheets.ts'
import { findColumns, refuseMissing, toAnswer } from '../imports/imports.ts'
import { packingFields } from './supplies.import.ts'
import { bareSets, lineRows, type PackingRow } from './supplies.packing-list.ts'
import { findSupply } from './supplies.ts'

type Template = {
  sheet: string
  columns: { title: string; field: string | null }[]
  /** Cells of each box by its code, as the file came. */
  boxes: Map<string, readonly (string | null)[]>
}

/**
 * The file that Wildberries gave for a supply, with what is in its boxes: one row for each product in a box, in the
 * order of the boxes. Columns that are not ours keep what they said of the box.
 * @throws ApiError not_found; 422 at `file`, also where a box has a code that is not in it: half a file is none
 */
export async function filledFile(
  db: Db,
  actor: Actor,
  supplyId: number,
  received: ReceivedFile | undefined,
): Promise<ListFile> {
  if (!received) throw fieldError('file', 'required')
  const { number } = await findSupply(db, actor, supplyId)
  const template = await readTemplate(actor, received)
  const rows = lineRows(db)
    .where('supply_boxes.supply_id', '=', supplyId)
    .where('supply_boxes.units_count', '>', 0)
  await refuseUnknown(db, supplyId, template)
  return listFile({
    name: { ru: `Упаковка ${number}`, en: `Packing list ${number}` },
    sheet: template.sheet,
    columns: template.columns.map((column, index) => columnOf(template, column, index)),
    rows,
  })
}

const readTemplate = (actor: Actor, received: ReceivedFile): Promise<Template> =>
  readTable(received, {}, (table) => takeTemplate(actor, table)).catch((error: unknown) => {
    throw toAnswer(error)
  })

async function takeTemplate({ language }: Actor, table: ReadTable): Promise<Template> {
  const columns = findColumns(packingFields, table.header)
  refuseMissing(packingFields, columns, language)
  const place = columns.findIndex(({ field }) => field === 'box')
  const boxes: Template['boxes'] = new Map()
  for await (const batch of table.batches) {
    for (const { cells } of batch) {
      const code = cells[place]?.text.trim()
      if (code)
        boxes.set(
          code,
          Array.from(cells, (cell) => cell?.text ?? null),
        )
    }
  }
  return { sheet: table.sheets[table.sheet] || 'Sheet1', columns, boxes }
}

// Barcodes are texts and quantities numbers, as in the file that came.
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
      return { kind: 'text', ...titles, read: ({ barcode }) => boxes.get(barcode)?.[index] ?? null }
  }
}

async function refuseUnknown(db: Db, supplyId: number, { boxes }: Template): Promise<void> {
  const packed = await db
    .from('supply_boxes')
    .select(['number', 'barcode'])
    .where('supply_id', '=', supplyId)
    .where('deleted_at', 'is', null)
    .where('units_count', '>', 0)
    .orderBy('number')
    .execute()
  const strange = packed.find(({ barcode }) => !boxes.has(barcode))
  if (strange) throw fieldError('file', 'box_not_in_file', strange)
  const [bare] = await bareSets(db).where('supply_products.supply_id', '=', supplyId).execute()
  if (bare) throw fieldError('file', 'set_without_barcode', bare)
}
