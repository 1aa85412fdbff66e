import type { BoxLabelPicture } from '@artel/contract/supplies/supplies'
import { type LabelSize, labelSizes } from '@artel/contract/supplies/supplies.line'
import { sql } from 'kysely'
import type { Actor } from '../../../access/actor.ts'
import type { Root } from '../../../database/connection/open.ts'
import type { Db } from '../../../database/db.ts'
import { openCursor } from '../../../database/queries/cursor.ts'
import { ApiError } from '../../../errors/errors.ts'
import type { SentFile } from '../../../files/send-file.ts'
import { papers } from '../../../labels/drawing/measures.ts'
import { type BoxLabel, type LabelWriter, maxLabelItems } from '../../../labels/labels.ts'
import { findSupplyRow } from '../supplies.queries.ts'
import { findSupply } from '../supplies.ts'

type Asked = { size: LabelSize; box_id?: number | undefined }
type LabelledSupply = Awaited<ReturnType<typeof findSupply>>
type LabelRow = Pick<BoxLabel, 'barcode' | 'number' | 'items' | 'itemsCount'> & { units_count: number }

/**
 * A PDF with the label of one box, or with the labels of all boxes of a supply in the order of their numbers.
 * @param connection a separate transaction from which the rows are read
 * @throws ApiError not_found; empty if the supply has no boxes
 */
export async function labelsFile(
  writer: LabelWriter,
  connection: Root,
  db: Db,
  actor: Actor,
  supplyId: number,
  { size, box_id }: Asked,
): Promise<SentFile> {
  const supply = await findSupply(db, actor, supplyId)
  const rows = labelRows(db, supplyId, box_id === undefined ? undefined : [box_id])
  const { count } = await rows
    .clearSelect()
    .clearOrderBy()
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  if (count === 0) throw new ApiError(box_id === undefined ? 'empty' : 'not_found')
  const batches = await openCursor(connection, sql<LabelRow>`${rows}`)
  return {
    stream: writer.write(size, actor.language, labelsOf(batches, supply), actor),
    type: 'application/pdf',
    name: { ru: 'Этикетки', en: 'Labels' },
    suffix: supply.number,
    extension: 'pdf',
  }
}

/** The small label of a box as a picture. @throws ApiError not_found; LimitError */
export async function labelPicture(
  writer: LabelWriter,
  db: Db,
  actor: Actor,
  supplyId: number,
  boxId: number,
): Promise<BoxLabelPicture> {
  const supply = await findSupply(db, actor, supplyId)
  const row = await labelRows(db, supplyId, [boxId]).executeTakeFirst()
  if (!row) throw new ApiError('not_found')
  const size = labelSizes[0]
  const path = await writer.draw(size, actor.language, labelOf(supply, row), actor)
  return { ...papers[size], path }
}

/**
 * The boxes of a supply in the order of their numbers: the given ones, or all of them. Some of the given ones may be
 * missing in the answer.
 */
export async function findBoxIds(db: Db, supplyId: number, ids?: readonly number[]): Promise<number[]> {
  const rows = labelRows(db, supplyId, ids).clearSelect().select('id')
  return (await rows.execute()).map(({ id }) => id)
}

/** The labels of these boxes by id, with their current content. A deleted box has none. */
export async function readLabels(
  db: Db,
  supplyId: number,
  ids: readonly number[],
): Promise<Map<number, BoxLabel>> {
  const supply = await findSupplyRow(db, supplyId)
  if (!supply || supply.deleted_at !== null) return new Map()
  const rows = await labelRows(db, supplyId, ids).select('id').execute()
  return new Map(rows.map(({ id, ...row }) => [id, labelOf(supply, row)]))
}

async function* labelsOf(
  batches: AsyncIterable<readonly LabelRow[]>,
  supply: LabelledSupply,
): AsyncGenerator<BoxLabel> {
  for await (const batch of batches) for (const row of batch) yield labelOf(supply, row)
}

function labelOf(supply: LabelledSupply, { units_count: unitsCount, ...box }: LabelRow): BoxLabel {
  const { number: supplyNumber, destination, legal_entity, boxes_count: boxesCount } = supply
  return {
    supplyNumber,
    destination,
    boxesCount,
    legalEntity: legal_entity?.name ?? null,
    ...box,
    unitsCount,
  }
}

/** A packed line of the box of the row. */
const isPacked = sql`
  item.company_id = supply_boxes.company_id and item.box_id = supply_boxes.id and item.quantity > 0`

const labelRows = (db: Db, supplyId: number, ids: readonly number[] | undefined) => {
  const rows = db
    .from('supply_boxes')
    .select(['barcode', 'number', 'units_count'])
    .select(
      // Limits the lines, because a label shows few of them and a box may have thousands.
      sql<BoxLabel['items']>`(
        select coalesce(jsonb_agg(jsonb_build_object('article', line.article, 'quantity', line.quantity) order by line.id), '[]')
        from (
          select item.id, one.article, item.quantity from supply_box_items as item
          join products as one on one.company_id = item.company_id and one.id = item.product_id
          where ${isPacked}
          order by item.id limit ${sql.lit(maxLabelItems)}
        ) as line
      )`.as('items'),
    )
    .select(sql<number>`(select count(*) from supply_box_items as item where ${isPacked})`.as('itemsCount'))
    .where('supply_id', '=', supplyId)
    .where('deleted_at', 'is', null)
    .orderBy('number')
  return ids ? rows.where(sql<boolean>`id = any(${sql.val([...ids])}::int8[])`) : rows
}
