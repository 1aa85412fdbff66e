import type { Db } from '../database/db.ts'
import { cleanBody, wordsOf } from '../features/instructions/instructions.html.ts'
import type { MediaStore } from '../features/multimedia/multimedia.ts'
import type { Crew } from './history.ts'
import { instructionDrawings } from './instruction-drawings.ts'
import { type DemoInstruction, demoInstructions } from './instruction-list.ts'
import { type Created, insertPhoto } from './photos.ts'
import type { Random } from './random.ts'

const dayMs = 86_400_000

/** The instruction that the shown staff account has not read. It blocks one of the account's tasks. */
const unread = 'Маркировка: куда клеить штрихкод'

/**
 * Inserts the instructions: most are confirmed by most readers, one has a second revision, and one is a
 * draft.
 */
export async function insertInstructions(
  db: Db,
  places: MediaStore,
  random: Random,
  crew: Crew,
  created: Created,
  now: Date,
): Promise<void> {
  const held = await findLaterWork(db, crew.assignees[0] ?? 0)
  for (const [index, one] of demoInstructions.entries()) {
    const media = await insertMedia(db, places, created, one)
    const id = await insertInstruction(db, one, media, index + 1, created)
    const names = one.products ?? []
    const products = names.flatMap((name) => crew.productOf.get(name) ?? [])
    const linked = one.title === unread ? held.besides(products) : products
    const rows = linked.map((product_id) => ({ instruction_id: id, product_id }))
    if (rows.length > 0) await db.insert('instruction_products', rows).execute()
    if (one.isDraft || !one.requiresAck) continue
    const [shown = 0, ...others] = crew.assignees
    const before = [shown, ...others.filter(() => random.isWithin(0.9))]
    await confirm(
      db,
      random,
      id,
      1,
      one.title === unread ? others.slice(3) : before,
      now.getTime() - 60 * dayMs,
    )
    if (one.raised === undefined) continue
    const raised = new Date(now.getTime() - 6 * dayMs).toISOString()
    const body = cleanBody(named(one.raised, media), [...media.values()])
    const stamps = { version: 2, field_versions: { body: 2, revision: 2 }, updated_at: raised }
    await db
      .update('instructions', { body, words: wordsOf(body), revision: 2, ...stamps })
      .where('id', '=', id)
      .execute()
    const since = [shown, ...others.filter(() => random.isWithin(0.6))]
    await confirm(db, random, id, 2, since, now.getTime() - 5 * dayMs)
  }
}

async function insertMedia(
  db: Db,
  places: MediaStore,
  created: Created,
  { body, links = [] }: DemoInstruction,
): Promise<Map<string, number>> {
  const media = new Map<string, number>()
  for (const drawing of instructionDrawings) {
    if (body.includes(drawing.name))
      media.set(drawing.name, await insertPhoto(db, places, created, 'instructions', drawing))
  }
  for (const link of links) {
    const row = { type: 'link', path: 'instructions', ...link, ...created } as const
    const { id } = await db.insert('multimedia', row).returning('id').executeTakeFirstOrThrow()
    media.set(link.name, id)
  }
  return media
}

const named = (body: string, media: ReadonlyMap<string, number>): string =>
  body.replace(/data-media="([^"]+)"/g, (_, name: string) => `data-media="${media.get(name)}"`)

async function insertInstruction(
  db: Db,
  one: DemoInstruction,
  media: ReadonlyMap<string, number>,
  position: number,
  { created_by, created_at }: Created,
): Promise<number> {
  const { title, category, isDraft = false, requiresAck: requires_ack = false } = one
  const body = cleanBody(named(one.body, media), [...media.values()])
  const { id } = await db
    .insert('instructions', {
      title,
      category,
      body,
      words: wordsOf(body),
      requires_ack,
      is_published: !isDraft,
      position,
      published_at: isDraft ? null : created_at,
      created_at,
      updated_at: created_at,
      created_by,
      updated_by: created_by,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const held = [...media.values()].map((multimedia_id, place) => ({
    instruction_id: id,
    multimedia_id,
    position: place,
  }))
  if (held.length > 0) await db.insert('instruction_multimedia', held).execute()
  return id
}

async function confirm(
  db: Db,
  random: Random,
  instruction_id: number,
  revision: number,
  people: readonly number[],
  from: number,
): Promise<void> {
  const rows = people.map((user_id) => ({
    instruction_id,
    revision,
    user_id,
    read_at: new Date(from + random.next() * 4 * dayMs).toISOString(),
  }))
  await db.insert('instruction_reads', rows).execute()
}

/**
 * Finds the user's work that may need an unread instruction: neither the task they would start first nor
 * tasks in progress, because a visitor of the demo must be able to finish a task without reading.
 */
async function findLaterWork(db: Db, userId: number) {
  const work = await db
    .from('tasks')
    .select(['product_id', 'status'])
    .where('user_id', '=', userId)
    .where('status', 'in', ['open', 'in_progress', 'paused'])
    .orderBy('due_at')
    .execute()
  const first = work.find(({ status }) => status !== 'in_progress')
  const soon = [first, ...work.filter(({ status }) => status !== 'open')].map((task) => task?.product_id)
  const later = work.map(({ product_id }) => product_id).findLast((id) => id !== null && !soon.includes(id))
  return {
    /** The products without those of the next tasks, and with the product of a later task. */
    besides: (products: readonly number[]): number[] => {
      const free = products.filter((id) => !soon.includes(id))
      return [...new Set(later ? [...free, later] : free)]
    },
  }
}
