import type { PalletBox } from '@artel/contract/supplies/supplies'
import { judgedBoxes } from '@artel/contract/supplies/supplies.line'
import { sql } from 'kysely'
import type { Change, Db, Draft } from '../../../database/db.ts'
import { numbers } from '../../../database/queries/arrays.ts'
import { sumOf } from '../../../database/queries/sums.ts'
import { presentBoxes } from '../boxes/boxes.queries.ts'

const palletColumns = ['id', 'supply_id', 'number', 'barcode', 'closed_at', 'created_at'] as const

/** What stands on each pallet of a supply. One pass over the boxes, because a supply has up to 500 pallets. */
const loads = (db: Db, supplyId: number) => sql`
  select pallet_id, count(*)::integer as boxes, ${sumOf('units_count')} as units from supply_boxes
  where company_id = ${db.companyId} and supply_id = ${supplyId} and pallet_id is not null
  group by pallet_id`

export type PalletRow = {
  id: number
  supply_id: number
  number: number
  barcode: string
  boxes_count: number
  units_count: number
  closed_at: string | null
  created_at: string
}

/** The pallets of a supply that are not deleted. */
const presentPallets = (db: Db, supplyId: number) =>
  db
    .from('supply_pallets')
    .where('supply_pallets.supply_id', '=', supplyId)
    .where('supply_pallets.deleted_at', 'is', null)

/** The same with what stands on each, in the order of their numbers. `id`: only this one. */
export const listPalletRows = (db: Db, supplyId: number, id?: number) => {
  const rows = presentPallets(db, supplyId)
    .leftJoin(
      sql<{ pallet_id: number; boxes: number; units: number }>`(${loads(db, supplyId)})`.as('loaded'),
      (join) => join.onRef('loaded.pallet_id', '=', 'supply_pallets.id'),
    )
    .select(palletColumns)
    .select([
      sql<number>`coalesce(loaded.boxes, 0)`.as('boxes_count'),
      sql<number>`coalesce(loaded.units, 0)`.as('units_count'),
    ])
    .orderBy('number')
  return id === undefined ? rows : rows.where('supply_pallets.id', '=', id)
}

/** Number of boxes that stand on no pallet. */
export async function countLoose(db: Db, supplyId: number): Promise<number> {
  const { count } = await presentBoxes(db, supplyId)
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('pallet_id', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

const judgedColumns = [
  'id',
  'number',
  'barcode',
  'units_count',
  'pallet_id',
  sql<boolean>`sealed_at is not null`.as('is_sealed'),
] as const

const boxes = (db: Db, supplyId: number) => presentBoxes(db, supplyId).select(judgedColumns).orderBy('number')

/** The first boxes by number. */
export const listJudgedBoxes = (db: Db, supplyId: number): Promise<PalletBox[]> =>
  boxes(db, supplyId).limit(judgedBoxes).execute()

export const findJudgedBox = (db: Db, supplyId: number, barcode: string): Promise<PalletBox | undefined> =>
  boxes(db, supplyId).where('barcode', '=', barcode).executeTakeFirst()

/** Locks a pallet until the transaction ends, so that boxes neither come nor go. */
export const lockPalletRow = (db: Db, supplyId: number, id: number) =>
  presentPallets(db, supplyId).select(palletColumns).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

export type LockedPallet = NonNullable<Awaited<ReturnType<typeof lockPalletRow>>>

/** Locks boxes until the transaction ends, in the order of their ids, with the number of their pallet. */
export const lockBoxesOfPallets = async (db: Db, supplyId: number, ids: readonly number[]) => {
  const locked = await presentBoxes(db, supplyId)
    .select(['id', 'number', 'sealed_at', 'pallet_id'])
    .select(
      sql<number | null>`(
        select pallet.number from supply_pallets as pallet
        where pallet.company_id = supply_boxes.company_id and pallet.id = supply_boxes.pallet_id
      )`.as('pallet_number'),
    )
    .where('id', '=', sql<number>`any(${numbers(ids)})`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return locked
}

export type StandingBox = Awaited<ReturnType<typeof lockBoxesOfPallets>>[number]

/** Puts boxes on a pallet; null: takes them off their pallets. Each gets its next version, because its answer changes. */
export async function moveBoxes(db: Db, ids: readonly number[], palletId: number | null): Promise<void> {
  if (ids.length === 0) return
  await db.query(sql`
    update supply_boxes set pallet_id = ${palletId}, version = version + 1
    where company_id = ${db.companyId} and id = any(${numbers(ids)})`)
}

/** Ids and numbers of the boxes on a pallet. */
export const listLoad = (db: Db, supplyId: number, palletId: number) =>
  db
    .from('supply_boxes')
    .select(['id', 'number'])
    .where('supply_id', '=', supplyId)
    .where('pallet_id', '=', palletId)
    .orderBy('number')
    .execute()

/** The last number and how many pallets there are. */
export const countPallets = (db: Db, supplyId: number) =>
  presentPallets(db, supplyId)
    .select([sql<number>`count(*)::integer`.as('count'), sql<number>`coalesce(max(number), 0)`.as('last')])
    .executeTakeFirstOrThrow()

/** @returns its id; null if the code was given to another pallet before */
export async function insertPallet(db: Db, draft: Draft<'supply_pallets'>): Promise<number | null> {
  const made = await db
    .insert('supply_pallets', draft)
    .onConflict((on) => on.constraint('supply_pallets_one_of_barcode').doNothing())
    .returning('id')
    .executeTakeFirst()
  return made?.id ?? null
}

export async function updatePalletRow(db: Db, id: number, fields: Change<'supply_pallets'>): Promise<void> {
  await db.update('supply_pallets', fields).where('id', '=', id).execute()
}

/** The GS1 prefix of the company; null: it has none. */
export async function findPrefix(db: Db): Promise<string | null> {
  const { settings } = await db.company().select('settings').executeTakeFirstOrThrow()
  return settings.supplies?.gs1_prefix ?? null
}

/**
 * The next serial of a prefix. Its row stays locked until the transaction ends, so that serials never repeat.
 * @returns null if the prefix has none left
 */
export async function claimSerial(db: Db, prefix: string, last: number): Promise<number | null> {
  const [row] = await db.query(sql<{ last: number }>`
    insert into pallet_serials as counted (company_id, prefix, last) values (${db.companyId}, ${prefix}, 1)
    on conflict (company_id, prefix) do update set last = counted.last + 1 where counted.last < ${last}
    returning last`)
  return row?.last ?? null
}

/** Pallets that are still open, with the number of boxes on each. */
export const listOpenPallets = async (db: Db, supplyId: number): Promise<PalletRow[]> =>
  (await listPalletRows(db, supplyId).execute()).filter(({ closed_at }) => closed_at === null)
