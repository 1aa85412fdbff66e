import { beforeEach, expect, test } from 'vitest'
import type { Db } from '../../../database/db.ts'
import { useTestApp } from '../../../testing/app.ts'
import { codeOf } from '../../../testing/client.ts'
import { buildLink } from '../../../testing/media/media.ts'
import { buildTask, buildUser } from '../../../testing/rows/build.ts'
import { buildTeam, type Team } from '../../../testing/rows/team.ts'

const test_ = useTestApp()
let db: Db
let people: Team['people']
let as: Team['as']

beforeEach(async () => {
  ;({ db, people, as } = await buildTeam(test_))
})

/** A task of the staff member with a photo of theirs. */
async function withPhoto(fields: object = {}) {
  const id = await buildTask(db, people.admin, { user_id: people.staff.id, ...fields })
  const media = await buildLink(db, people.staff)
  const attached = await as.staff.post(`/tasks/${id}/multimedia`, { multimedia_ids: [media] })
  expect(attached.statusCode).toBe(200)
  return { id, media }
}
const rename = async (media: number) =>
  codeOf(await as.staff.send('PUT', `/multimedia/${media}`, { name: 'Пять с браком' }))
const nameOf = async (media: number) =>
  (await db.from('multimedia').select('name').where('id', '=', media).executeTakeFirst())?.name

test('a person does not rename their photo on a task that somebody else has now', async () => {
  const { id, media } = await withPhoto()
  const before = await nameOf(media)
  const other = await buildUser(test_.root, db, 'staff')
  await as.admin.send('PUT', `/tasks/${id}`, { user_id: other.id })
  expect(await rename(media)).toEqual([403, 'forbidden'])
  expect(await nameOf(media)).toBe(before)
})

test('a person does not rename a photo of paid work after its task is deleted', async () => {
  const { id, media } = await withPhoto({ requires_review: true })
  const before = await nameOf(media)
  await as.staff.post(`/tasks/${id}/start`)
  await as.staff.post(`/tasks/${id}/finish`)
  expect((await as.admin.post(`/tasks/${id}/approve`)).statusCode).toBe(200)
  expect((await as.admin.send('DELETE', `/tasks/${id}`)).statusCode).toBe(200)
  expect(await rename(media)).toEqual([409, 'wrong_state'])
  expect(await nameOf(media)).toBe(before)
})
