import type { Packing } from '@artel/contract/supplies/supplies'
import { type RawBuilder, sql } from 'kysely'
import type { Change, Db, Draft } from '../../database/db.ts'
import { inBrief, maxBeside, withMine } from '../../database/instructions.ts'
import { personOf } from '../../database/queries/person.ts'
import { sumOf } from '../../database/queries/sums.ts'
import { productOf } from '../products/products.ts'

const ownColumns = [
  'supplies.id',
  'supplies.number',
  'supplies.status',
  'supplies.legal_entity_id',
  'supplies.warehouse_id',
  'supplies.destination',
  'supplies.marketplace',
  'supplies.planned_on',
  'supplies.comment',
  'supplies.boxes_count',
  'supplies.sealed_count',
  'supplies.status_at',
  'supplies.deleted_at',
  'supplies.version',
] as const

/** The sum over the products of a supply; null if no product has a value. */
const counted = (column: 'packed' | 'planned') => sql<number | null>`(
  select case when count(${sql.ref(`counted.${column}`)}) > 0 then ${sumOf(`counted.${column}`)} end from supply_products as counted
  where counted.company_id = supplies.company_id and counted.supply_id = supplies.id
)`

const legalEntity = sql<{ id: number; name: string } | null>`(
  select jsonb_build_object('id', one.id, 'name', one.name) from legal_entities as one
  where one.company_id = supplies.company_id and one.id = supplies.legal_entity_id
)`

/** All supplies with the columns that lists and pages show, without plan and boxes. */
export const supplyRows = (db: Db) =>
  db
    .from('supplies')
    .select(ownColumns)
    .select(['supplies.created_at', 'supplies.updated_at'])
    .select([
      sql<number>`coalesce(${counted('packed')}, 0)`.as('units_count'),
      counted('planned').as('planned_count'),
      legalEntity.as('legal_entity'),
    ])

export const findSupplyRow = (db: Db, id: number) =>
  supplyRows(db)
    .select([personOf('supplies.created_by').as('creator'), personOf('supplies.updated_by').as('updated_by')])
    .where('supplies.id', '=', id)
    .executeTakeFirst()

const lockable = (db: Db, id: number) =>
  db
    .from('supplies')
    .select([...ownColumns, 'supplies.field_versions'])
    .where('supplies.id', '=', id)

/** Locks the row until the transaction ends, so that nobody else changes the supply or packs in it. */
export const lockSupplyRow = (db: Db, id: number) => lockable(db, id).forNoKeyUpdate().executeTakeFirst()

export type LockedSupply = NonNullable<Awaited<ReturnType<typeof lockSupplyRow>>>

/** Planned and packed pieces of each product: first the products of the plan, in its order. */
export const listCounts = (db: Db, supplyId: number) =>
  db
    .from('supply_products')
    .select(['product_id', 'planned', 'packed', 'position'])
    .where('supply_id', '=', supplyId)
    .orderBy(sql`position`, (order) => order.asc().nullsLast())
    .orderBy('product_id')
    .execute()

export const listProductsOf = (db: Db, supplyId: number) =>
  db
    .from('supply_products')
    .select(['product_id', 'planned', 'packed', 'position'])
    .select(productOf('supply_products.product_id').$notNull().as('product'))
    .where('supply_id', '=', supplyId)
    .orderBy(sql`position`, (order) => order.asc().nullsLast())
    .orderBy('product_id')
    .execute()

/**
 * Published instructions for the products of a supply. Those that the person has yet to confirm come first.
 */
export const listInstructions = async (
  db: Db,
  supplyId: number,
  userId: number,
): Promise<Packing['instructions']> => {
  const rows = await db.query(sql<{ instruction: Packing['instructions'][number] }>`
    select brief || jsonb_build_object('product_ids', product_ids) as instruction from (
      select ${inBrief}, link.product_ids
      from (
        select instruction_id, jsonb_agg(product_id order by product_id) as product_ids
        from supply_products as held
        join instruction_products using (company_id, product_id)
        where held.company_id = ${db.companyId} and held.supply_id = ${supplyId}
        group by instruction_id
      ) as link
      join instructions as one on one.company_id = ${db.companyId} and one.id = link.instruction_id
      ${withMine(userId)}
      where one.is_published
      order by waits desc, place
      limit ${sql.lit(maxBeside)}
    ) as beside
    order by waits desc, place`)
  return rows.map(({ instruction }) => instruction)
}

export const insertSupply = async (db: Db, draft: Draft<'supplies'>): Promise<number> =>
  (await db.insert('supplies', draft).returning('id').executeTakeFirstOrThrow()).id

export async function updateSupplyRow(db: Db, id: number, fields: Change<'supplies'>): Promise<void> {
  await db.update('supplies', fields).where('id', '=', id).execute()
}

/**
 * The next number of the year. Its row stays locked until the transaction ends, so that numbers never repeat.
 */
export async function claimNumber(db: Db, year: number): Promise<number> {
  const [row] = await db.query(sql<{ last: number }>`
    insert into supply_numbers as counted (company_id, year, last) values (${db.companyId}, ${year}, 1)
    on conflict (company_id, year) do update set last = counted.last + 1
    returning last`)
  return row?.last ?? 0
}

/** Whether another supply that is not deleted has this number, in upper or lower case. */
export const isNumberTaken = async (
  db: Db,
  number: string,
  except: number | null = null,
): Promise<boolean> => {
  const row = await db
    .from('supplies')
    .select('id')
    .where(sql<boolean>`lower(number) = lower(${number})`)
    .where('deleted_at', 'is', null)
    .where('id', 'is distinct from', except)
    .executeTakeFirst()
  return row !== undefined
}

type PlanRow = { product_id: number; quantity: number }

/** Replaces the plan of a supply. An empty plan sets no limits. */
export async function replacePlan(db: Db, supplyId: number, plan: readonly PlanRow[]): Promise<void> {
  const rows = plan.map(({ product_id, quantity }, position) => ({
    company_id: db.companyId,
    supply_id: supplyId,
    product_id,
    planned: quantity,
    position,
  }))
  await db.query(sql`
    insert into supply_products (company_id, supply_id, product_id, planned, position)
    select company_id, supply_id, product_id, planned, position
    from jsonb_to_recordset(${JSON.stringify(rows)})
      as given (company_id bigint, supply_id bigint, product_id bigint, planned integer, position integer)
    on conflict (company_id, supply_id, product_id)
    do update set planned = excluded.planned, position = excluded.position`)
  const planned = plan.map(({ product_id }) => product_id)
  await db
    .update('supply_products', { planned: plan.length === 0 ? null : 0, position: null })
    .where('supply_id', '=', supplyId)
    .where(sql<boolean>`product_id <> all(${sql.val(planned)}::bigint[])`)
    .execute()
  await db
    .remove('supply_products')
    .where('supply_id', '=', supplyId)
    .where('position', 'is', null)
    .where('packed', '=', 0)
    .execute()
}

/** Whether the supply has no box, or an empty one. */
export async function hasNothing(db: Db, supplyId: number): Promise<boolean> {
  const [row] = await db.query(sql<{ empty: boolean }>`
    select count(*) = 0 or coalesce(bool_or(units_count = 0), false) as empty from supply_boxes
    where company_id = ${db.companyId} and supply_id = ${supplyId} and deleted_at is null`)
  return row?.empty ?? true
}

const boxOfPacker: RawBuilder<Packing['packers'][number]['box']> = sql`(
  select jsonb_build_object('id', box.id, 'number', box.number, 'units_count', box.units_count,
    'planned_count', nullif(box.planned_count, 0))
  from supply_boxes as box
  where box.company_id = supply_packers.company_id and box.id = supply_packers.box_id
)`

/**
 * How many pieces each person has scanned in the supply, and into which box last. The person with the latest scan
 * comes first.
 */
export const listPackers = (db: Db, supplyId: number) =>
  db
    .from('supply_packers')
    .select(['units', 'last_at'])
    .select([boxOfPacker.as('box'), personOf('supply_packers.user_id').$notNull().as('user')])
    .where('supply_id', '=', supplyId)
    .orderBy('last_at', 'desc')
    .orderBy('user_id')
    .limit(200)
    .execute()
