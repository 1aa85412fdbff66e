import { nowIso } from '../../clock.ts'
import type { Db, Draft } from '../../database/db.ts'
import type { TestUser } from './build.ts'

type Fields = Partial<Draft<'instructions'>> & { product_ids?: number[] }

/** A published instruction that requires a confirmation, at the end of the catalogue. @returns its id */
export async function buildInstruction(
  db: Db,
  creator: Pick<TestUser, 'id'>,
  { product_ids = [], ...fields }: Fields = {},
): Promise<number> {
  const { last } = await db
    .from('instructions')
    .select(({ fn }) => fn.max('position').as('last'))
    .executeTakeFirstOrThrow()
  const at = nowIso()
  const { id } = await db
    .insert('instructions', {
      title: 'Как складывать «Уют»',
      body: '<p>Втрое</p>',
      words: 'Втрое',
      position: (last ?? 0) + 1,
      requires_ack: true,
      is_published: true,
      published_at: at,
      created_at: at,
      updated_at: at,
      created_by: creator.id,
      updated_by: creator.id,
      ...fields,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const links = product_ids.map((product_id) => ({ instruction_id: id, product_id }))
  if (links.length > 0) await db.insert('instruction_products', links).execute()
  return id
}

/** Stores that the user confirmed a revision; the default is the first. */
export async function buildRead(db: Db, user: Pick<TestUser, 'id'>, instruction_id: number, revision = 1) {
  await db
    .insert('instruction_reads', { instruction_id, revision, user_id: user.id, read_at: nowIso() })
    .execute()
}
