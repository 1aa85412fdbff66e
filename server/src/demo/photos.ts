import { Readable } from 'node:stream'
import type { Db } from '../database/db.ts'
import { type MediaPlaces, putMedia, readMedia } from '../features/multimedia/multimedia.ts'
import { drawings } from './drawings.ts'

/** Gives the tasks, in turn, photos from the drawings. */
export async function insertPhotos(
  db: Db,
  { storage, uploads }: MediaPlaces,
  created: { created_by: number; created_at: string },
  taskIds: readonly number[],
): Promise<void> {
  const { default: sharp } = await import('sharp')
  const places = new Map<number, number>()
  for (const [index, { name, draw }] of drawings.entries()) {
    const task_id = taskIds[index % taskIds.length]
    if (task_id === undefined) return
    const { data, width, height } = draw()
    const raw = { width, height, channels: 3 as const }
    const picture = await sharp(data, { raw }).resize(1200).jpeg({ quality: 85 }).toBuffer()
    const received = await uploads.receive(Readable.from([picture]), name)
    const media = await readMedia({ type: 'photo', path: 'tasks', name }, received)
    await putMedia(storage, uploads, db.companyId, media, received)
    const { id: multimedia_id } = await db
      .insert('multimedia', { ...media.row, ...created })
      .returning('id')
      .executeTakeFirstOrThrow()
    const position = places.get(task_id) ?? 0
    places.set(task_id, position + 1)
    await db.insert('task_multimedia', { task_id, multimedia_id, position }).execute()
  }
}
