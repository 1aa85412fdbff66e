import type { UserType } from '@artel/contract/access'
import { ownKeys } from '@artel/contract/shapes/records'
import { nowIso } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { buildProduct, buildTask, type TestUser } from '../rows/build.ts'
import { buildInstruction } from '../rows/instructions.ts'
import { buildOrder, buildShopItem } from '../rows/shop.ts'
import { buildInspection } from '../rows/supplies.ts'

type Company = { db: Db; people: Record<UserType, TestUser> }
type HeldMedia = { id: number; file: string | null }

const inList = (id: number) => ({ multimedia_id: id, position: 0 })

// Each table with a foreign key to media, with a row that uses these media.
const holders = {
  users: ({ db, people }, { file }) =>
    db.update('users', { avatar: file }).where('id', '=', people.staff.id).execute(),
  companies: ({ db }, { file }) => db.updateCompany({ logo: file }),
  task_multimedia: async ({ db, people }, { id }) => {
    // Both times are the same instant, because a task may not finish before it starts.
    const at = nowIso()
    const work = { user_id: people.staff.id, status: 'done', started_at: at, finished_at: at } as const
    const task_id = await buildTask(db, people.admin, work)
    return db.insert('task_multimedia', { task_id, ...inList(id) }).execute()
  },
  task_comment_multimedia: async ({ db, people }, { id }) => {
    const task_id = await buildTask(db, people.admin)
    const row = { task_id, user_id: people.staff.id, text: 'Брак', created_at: nowIso() }
    const comment = await db.insert('task_comments', row).returning('id').executeTakeFirstOrThrow()
    return db.insert('task_comment_multimedia', { comment_id: comment.id, ...inList(id) }).execute()
  },
  box_inspection_multimedia: async ({ db, people }, { id }) => {
    const inspection_id = await buildInspection(db, people.admin)
    return db.insert('box_inspection_multimedia', { inspection_id, ...inList(id) }).execute()
  },
  product_multimedia: async ({ db }, { id }) => {
    const product_id = await buildProduct(db)
    return db.insert('product_multimedia', { product_id, ...inList(id) }).execute()
  },
  shop_item_multimedia: async ({ db, people }, { id }) => {
    const shop_item_id = await buildShopItem(db, people.admin)
    return db.insert('shop_item_multimedia', { shop_item_id, ...inList(id) }).execute()
  },
  order_multimedia: async ({ db, people }, { id }) => {
    const order_id = await buildOrder(db, people.staff)
    return db.insert('order_multimedia', { order_id, ...inList(id) }).execute()
  },
  example_rows: async ({ db }, { id }) => {
    await db.insert('examples', { created_at: nowIso() }).execute()
    return db.insert('example_rows', { multimedia_id: id }).execute()
  },
  instruction_multimedia: async ({ db, people }, { id }) => {
    const instruction_id = await buildInstruction(db, people.admin)
    return db.insert('instruction_multimedia', { instruction_id, ...inList(id) }).execute()
  },
} satisfies Record<string, (company: Company, media: HeldMedia) => Promise<unknown>>

export type MediaOwner = keyof typeof holders

/** The tables that use media. A test compares them with the foreign keys of the database. */
export const mediaOwners = ownKeys(holders)

/** Inserts a row of the table that uses these media, or makes one use them. */
export const attachMedia = (table: MediaOwner, company: Company, media: HeldMedia): Promise<unknown> =>
  holders[table](company, media)
