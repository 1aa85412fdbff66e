import type { Instruction } from '@artel/contract/instructions/instructions'
import { sql } from 'kysely'
import { type Actor, isAdmin } from '../../access/actor.ts'
import type { Change, Db, Draft } from '../../database/db.ts'
import { withMine } from '../../database/instructions.ts'
import { instantInJson } from '../../database/queries/json.ts'
import { personOf } from '../../database/queries/person.ts'
import { countPlaces } from '../../database/queries/places.ts'
import { productOf } from '../products/products.ts'

const ownColumns = [
  'instructions.id',
  'instructions.title',
  'instructions.category',
  'instructions.requires_ack',
  'instructions.is_published',
  'instructions.revision',
  'instructions.position',
  'instructions.version',
] as const

const productIds = sql<number[]>`coalesce((
  select jsonb_agg(product_id order by product_id) from instruction_products as link
  where link.company_id = instructions.company_id and link.instruction_id = instructions.id
), '[]')`

/** Whether the actor has confirmed the current revision. */
export const isReadBy = ({ userId }: Actor) => sql<boolean>`exists (
  select from instruction_reads as mine
  where mine.company_id = instructions.company_id and mine.instruction_id = instructions.id
    and mine.revision = instructions.revision and mine.user_id = ${userId}
)`

/** The people who must read instructions: active staff. */
const staff = sql`users.type = 'staff' and users.status = 'active'`

const readers = (actor: Actor) =>
  isAdmin(actor)
    ? sql<Instruction['readers']>`jsonb_build_object(
        'read', (
          select count(*) from instruction_reads as given
          join users on users.company_id = given.company_id and users.id = given.user_id and ${staff}
          where given.company_id = instructions.company_id and given.instruction_id = instructions.id
            and given.revision = instructions.revision
        ),
        'of', (select count(*) from users where users.company_id = ${actor.companyId} and ${staff})
      )`
    : sql<Instruction['readers']>`null::jsonb`

/** The instructions that the actor may see, as lists and pages show them, without text and media. */
export function instructionRows(db: Db, actor: Actor) {
  const rows = db
    .from('instructions')
    .select(ownColumns)
    .select(['instructions.created_at', 'instructions.updated_at'])
    .select([productIds.as('product_ids'), isReadBy(actor).as('is_read'), readers(actor).as('readers')])
  return isAdmin(actor) ? rows : rows.where('instructions.is_published', '=', true)
}

const products = sql<Instruction['products']>`coalesce((
  select jsonb_agg(${productOf('link.product_id')}
    order by (select name from products where products.company_id = link.company_id and products.id = link.product_id))
  from instruction_products as link
  where link.company_id = instructions.company_id and link.instruction_id = instructions.id
), '[]')`

const shownReads = 100

const readBy = (actor: Actor) => sql<Instruction['read_by']>`coalesce((
  select jsonb_agg(jsonb_build_object('user', ${personOf('given.user_id')}, 'read_at', ${instantInJson('read_at')})
    order by read_at desc, user_id)
  from (
    select * from instruction_reads as newest
    where newest.company_id = instructions.company_id and newest.instruction_id = instructions.id
      and newest.revision = instructions.revision
      and (${isAdmin(actor)}::boolean or newest.user_id = ${actor.userId})
    order by read_at desc, user_id
    limit ${sql.lit(shownReads)}
  ) as given
), '[]')`

export const findInstructionRow = (db: Db, actor: Actor, id: number) =>
  instructionRows(db, actor)
    .select(['instructions.body', products.as('products'), readBy(actor).as('read_by')])
    .select(personOf('instructions.updated_by').$notNull().as('updated_by'))
    .where('instructions.id', '=', id)
    .executeTakeFirst()

const lockable = (db: Db, id: number) =>
  db
    .from('instructions')
    .select(ownColumns)
    .select(['instructions.body', 'instructions.published_at', 'instructions.field_versions'])
    .select(productIds.as('product_ids'))
    .where('instructions.id', '=', id)

/** Locks the row for a change until the transaction ends. */
export const lockInstructionRow = (db: Db, id: number) => lockable(db, id).forNoKeyUpdate().executeTakeFirst()

export type LockedInstruction = NonNullable<Awaited<ReturnType<typeof lockInstructionRow>>>

/** Locks the row against changes until the transaction ends. Any number of requests can share this lock. */
export const keepInstructionRow = (db: Db, id: number) => lockable(db, id).forShare().executeTakeFirst()

/** Inserts an instruction at the last position. The caller must have locked the positions. @returns its id */
export async function insertInstruction(
  db: Db,
  draft: Omit<Draft<'instructions'>, 'position'>,
): Promise<number> {
  const row = { ...draft, position: (await countPlaces(db, 'instructions')) + 1 }
  return (await db.insert('instructions', row).returning('id').executeTakeFirstOrThrow()).id
}

export async function updateInstructionRow(
  db: Db,
  id: number,
  fields: Change<'instructions'>,
): Promise<void> {
  await db.update('instructions', fields).where('id', '=', id).execute()
}

/** Deletes an instruction with its product links and confirmations. */
export async function deleteInstructionRow(db: Db, id: number): Promise<void> {
  await db.remove('instructions').where('id', '=', id).execute()
}

/** Replaces the products of an instruction. The caller must have locked them. */
export async function replaceProducts(db: Db, id: number, productIds: readonly number[]): Promise<void> {
  await db.remove('instruction_products').where('instruction_id', '=', id).execute()
  if (productIds.length === 0) return
  const rows = productIds.map((product_id) => ({ instruction_id: id, product_id }))
  await db.insert('instruction_products', rows).execute()
}

/** Adds a confirmation. The caller must have locked the row. @returns false if it was confirmed before */
export async function insertRead(
  db: Db,
  { id, revision }: Pick<LockedInstruction, 'id' | 'revision'>,
  userId: number,
  read_at: string,
): Promise<boolean> {
  const read = { instruction_id: id, revision, user_id: userId, read_at }
  const row = db.insert('instruction_reads', read).onConflict((same) => same.doNothing())
  return ((await row.executeTakeFirst()).numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** When the present revision of a published instruction came. The caller must have locked the row. */
export async function findRevisionDate(
  db: Db,
  { id, revision }: Pick<LockedInstruction, 'id' | 'revision'>,
): Promise<string> {
  const row = db
    .from('instruction_revisions')
    .select('created_at')
    .where('instruction_id', '=', id)
    .where('revision', '=', revision)
  return (await row.executeTakeFirstOrThrow()).created_at
}

/** The first instruction that the person must confirm before they work on the product. */
export async function findWaiting(db: Db, productId: number, userId: number) {
  const [first] = await db.query(sql<{ id: number; title: string }>`
    select one.id, one.title from instruction_products as link
    join instructions as one on one.company_id = link.company_id and one.id = link.instruction_id
    ${withMine(userId)}
    where link.company_id = ${db.companyId} and link.product_id = ${productId}
      and one.is_published and one.requires_ack and mine.user_id is null
    order by one.position limit 1`)
  return first
}

/** Active staff who have not confirmed the revision; nobody if it is outdated or needs no confirmation. */
export async function findMissing(
  db: Db,
  id: number,
  revision: number,
): Promise<{ id: number; title: string }[]> {
  return db.query(sql`
    select users.id, one.title from instructions as one
    join users on users.company_id = one.company_id and ${staff}
    where one.company_id = ${db.companyId} and one.id = ${id} and one.revision = ${revision}
      and one.is_published and one.requires_ack and not exists (
        select from instruction_reads as given
        where given.company_id = one.company_id and given.instruction_id = one.id
          and given.revision = one.revision and given.user_id = users.id
      )
    order by users.id`)
}
