import type { ApiClient } from '../api-client.ts'
import { film } from '../film.ts'
import { pixel } from '../pixel.ts'
import { unique } from './made-tasks.ts'
import { asAdmin } from './taken-on.ts'

export type MadeInstruction = { id: number; title: string }

export const pathOf = ({ id }: MadeInstruction) => `/instructions/item/${id}`

/** A published instruction that only this test uses. */
export async function makeInstruction(name: string, draft: object = {}): Promise<MadeInstruction> {
  const title = unique(name)
  const body = { title, body: '<p>Сначала протрите стол.</p>', is_published: true, ...draft }
  const answer = await (await asAdmin()).call<{ instruction: { id: number } }>(
    'POST',
    '/instructions/create',
    body,
  )
  return { id: answer.instruction.id, title }
}

export const changeInstruction = async ({ id }: MadeInstruction, change: object): Promise<void> => {
  await (await asAdmin()).call('PUT', `/instructions/${id}`, change)
}

/** A task with a product and an assignee. */
export async function makeTaskOf(
  product_id: number,
  user_id: number,
  name: string,
): Promise<MadeInstruction> {
  const title = unique(name)
  const { task } = await (await asAdmin()).call<{ task: { id: number } }>('POST', '/tasks/create', {
    title,
    product_id,
    user_id,
  })
  return { id: task.id, title }
}

/** Uploads a file. @returns its id */
async function upload(
  api: ApiClient,
  type: 'photo' | 'video',
  content: Buffer,
  name: string,
): Promise<number> {
  const form = new FormData()
  form.append('type', type)
  form.append('path', 'instructions')
  form.append('file', new Blob([new Uint8Array(content)]), name)
  return (await api.call<{ multimedia: { id: number } }>('POST', '/multimedia', form)).multimedia.id
}

export const uploadFilm = async (): Promise<number> =>
  upload(await asAdmin(), 'video', await film(), 'film.webm')

export const uploadPhoto = async (): Promise<number> =>
  upload(await asAdmin(), 'photo', Buffer.from(pixel, 'base64'), 'photo.png')
