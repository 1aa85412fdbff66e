import { Readable } from 'node:stream'
import type { MediaPath } from '@artel/contract/multimedia/multimedia.kinds'
import type { Db } from '../database/db.ts'
import { type MediaStore, putMedia, readMedia } from '../features/multimedia/multimedia.ts'
import { type NamedDrawing, taskDrawings } from '../samples/drawings.ts'
import { productDrawings, shopDrawings } from '../samples/product-drawings.ts'

export type Created = { created_by: number; created_at: string }

/** Gives the tasks photos of the drawings, one task after another. */
export async function photographTasks(
  db: Db,
  places: MediaStore,
  created: Created,
  taskIds: readonly number[],
): Promise<void> {
  const held = new Map<number, number>()
  for (const [index, drawing] of taskDrawings.entries()) {
    const task_id = taskIds[index % taskIds.length]
    if (task_id === undefined) return
    const multimedia_id = await insertPhoto(db, places, created, 'tasks', drawing)
    const position = held.get(task_id) ?? 0
    held.set(task_id, position + 1)
    await db.insert('task_multimedia', { task_id, multimedia_id, position }).execute()
  }
}

/** Adds a comment with a photo to a task. */
export async function commentOnTask(
  db: Db,
  places: MediaStore,
  { created_by, created_at }: Created,
  task_id: number,
): Promise<void> {
  const drawing = taskDrawings.at(-1)
  if (!drawing) return
  const multimedia_id = await insertPhoto(db, places, { created_by, created_at }, 'tasks', drawing)
  const text = 'В этом коробе нет вкладыша. Взять со стеллажа 7?'
  const { id } = await db
    .insert('task_comments', { task_id, user_id: created_by, text, created_at })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insert('task_comment_multimedia', { comment_id: id, multimedia_id, position: 0 }).execute()
}

/** Adds a photo to each product that has a drawing. */
export async function photographProducts(
  db: Db,
  places: MediaStore,
  created: Created,
  productOf: ReadonlyMap<string, number>,
): Promise<void> {
  for (const drawing of productDrawings) {
    const product_id = idOf(productOf, drawing)
    const multimedia_id = await insertPhoto(db, places, created, 'products', drawing)
    await db.insert('product_multimedia', { product_id, multimedia_id, position: 0 }).execute()
  }
}

/** Adds a photo to each shop item that has a drawing. */
export async function photographShop(
  db: Db,
  places: MediaStore,
  created: Created,
  itemOf: ReadonlyMap<string, number>,
): Promise<void> {
  for (const drawing of shopDrawings) {
    const shop_item_id = idOf(itemOf, drawing)
    const multimedia_id = await insertPhoto(db, places, created, 'shop', drawing)
    await db.insert('shop_item_multimedia', { shop_item_id, multimedia_id, position: 0 }).execute()
  }
}

function idOf(ids: ReadonlyMap<string, number>, { name }: NamedDrawing): number {
  const id = ids.get(name)
  if (id === undefined) throw new Error(`Nothing is called ${name}`)
  return id
}

/** @returns its id */
export async function insertPhoto(
  db: Db,
  { storage, uploads }: MediaStore,
  created: Created,
  path: MediaPath,
  { name, draw }: NamedDrawing,
): Promise<number> {
  const { default: sharp } = await import('sharp')
  const { data, width, height } = draw()
  const raw = { width, height, channels: 3 as const }
  const picture = await sharp(data, { raw }).resize(1200).jpeg({ quality: 85 }).toBuffer()
  const received = await uploads.receive(Readable.from([picture]), name)
  const media = await readMedia({ type: 'photo', path, name }, received, {
    companyId: db.companyId,
    userId: created.created_by,
  })
  await putMedia(storage, uploads, db.companyId, media, received)
  const { id } = await db
    .insert('multimedia', { ...media.row, ...created })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
