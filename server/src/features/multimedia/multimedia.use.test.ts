import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { UserType } from '@artel/contract/access'
import type { Multimedia } from '@artel/contract/multimedia/multimedia'
import { sql } from 'kysely'
import { beforeEach, describe, expect, inject, test, vi } from 'vitest'
import type { Db } from '../../database/db.ts'
import { jobKind, queueJob } from '../../jobs/jobs.ts'
import type { TakenJob } from '../../jobs/run-job.ts'
import { Turns } from '../../jobs/turns.ts'
import { keyOf } from '../../storage/keys.ts'
import { useTestApp } from '../../testing/app.ts'
import type { TestClient } from '../../testing/client.ts'
import { buildLink, mediaOf, photo, upload } from '../../testing/media/media.ts'
import { attachMedia, mediaOwners } from '../../testing/media/media-owners.ts'
import { workOnly } from '../../testing/outbox.ts'
import { buildTask, type TestUser } from '../../testing/rows/build.ts'
import { buildTeam } from '../../testing/rows/team.ts'
import { patienceMs } from '../../testing/waits.ts'
import { deleteUnheldFiles, deleteUnusedMedia } from './multimedia.jobs.ts'
import { checkUploadJob, removeFiles } from './multimedia.removals.ts'
import { makeName } from './multimedia.store.ts'

const test_ = useTestApp()
let db: Db
let people: Record<UserType, TestUser>
let as: Record<UserType, TestClient>

beforeEach(async () => {
  ;({ db, people, as } = await buildTeam(test_))
})

const bring = async (client = as.admin) => mediaOf(await upload(client, await photo('png', 8, 8)))
const removing = [removeFiles.name, checkUploadJob.name]
const stored = async () => (await readdir(join(inject('dataDir'), 'media', String(db.companyId)))).sort()
const remove = (id: number, client = as.admin) => client.send('DELETE', `/multimedia/${id}`)
const exists = async (id: number) =>
  (await db.from('multimedia').select('id').where('id', '=', id).execute()).length === 1
/** Makes the media of this company `days` older, without affecting the companies of other test files. */
const age = (days: number) => {
  const past = (column: 'created_at' | 'released_at') =>
    sql<string>`${sql.ref(column)} - ${days} * interval '1 day'`
  return db
    .update('multimedia', { created_at: past('created_at'), released_at: past('released_at') })
    .execute()
}

describe('deleting media', () => {
  test('removes the files after the row', async () => {
    const { id } = await bring(as.staff)
    expect(await stored()).toHaveLength(4)
    expect((await remove(id, as.staff)).body).toEqual({ status: true })
    await vi.waitFor(async () => {
      await workOnly(test_.root, removing)
      expect(await stored()).toEqual([])
    }, patienceMs)
  })

  test('succeeds once for two concurrent requests', async () => {
    const { id } = await bring()
    const answers = await Promise.all([remove(id), remove(id)])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404])
  })

  test('is refused while a task, a profile photo or a logo uses them', async () => {
    const { id } = await bring()
    await as.admin.post('/tasks/create', { title: 'Свечи', multimedia_ids: [id] })
    const answer = await remove(id)
    expect([answer.statusCode, answer.body.code]).toEqual([409, 'in_use'])
    const face = await bring()
    await db.update('users', { avatar: face.file }).where('id', '=', people.staff.id).execute()
    expect((await remove(face.id)).statusCode).toBe(409)
    const logo = await bring()
    await db.updateCompany({ logo: logo.file })
    expect((await remove(logo.id)).statusCode).toBe(409)
    for (const media of [id, face.id, logo.id]) expect(await exists(media)).toBe(true)
    expect(await stored()).toHaveLength(12)
  })

  test('and attaching to a task at the same time: only one of both succeeds', async () => {
    for (let round = 0; round < 8; round += 1) {
      const id = await buildLink(db, people.admin)
      const task = await buildTask(db, people.admin)
      const [taken, deleted] = await Promise.all([
        as.admin.post(`/tasks/${task}/multimedia`, { multimedia_ids: [id] }),
        remove(id),
      ])
      expect([
        [200, 409],
        [422, 200],
      ]).toContainEqual([taken.statusCode, deleted.statusCode])
    }
  })
})

describe('renaming media', () => {
  const rename = (id: number, client: TestClient, name = 'Только для склада') =>
    client.send('PUT', `/multimedia/${id}`, { name })
  test.each(mediaOwners)('that a row of %s uses is left to those who may edit it', async (table) => {
    const media = await bring(as.staff)
    expect((await rename(media.id, as.staff, 'Свечи')).statusCode).toBe(200)
    await attachMedia(table, { db, people }, media)
    const refused = await rename(media.id, as.staff)
    expect([refused.statusCode, refused.body.code]).toEqual(
      table === 'task_multimedia' ? [409, 'wrong_state'] : [403, 'forbidden'],
    )
    expect((await rename(media.id, as.admin)).statusCode).toBe(200)
  })

  test('is not offered to the uploader where an admin shows the media', async () => {
    const media = await bring(as.staff)
    const answer = await as.admin.post('/products/create', {
      name: 'Свечи',
      article: 'C-1',
      multimedia_ids: [media.id],
    })
    const { id } = answer.body.product as { id: number }
    const canOf = async (client: TestClient) =>
      ((await client.get(`/products/${id}`)).body.product as { multimedia: Multimedia[] }).multimedia[0]?.can
    expect(await canOf(as.staff)).toMatchObject({ edit: false })
    expect(await canOf(as.admin)).toMatchObject({ edit: true })
  })
})

describe('unused media', () => {
  test('are deleted with their files after a day, and used media stay', async () => {
    const [unused, used] = [await bring(), await bring()]
    const link = await buildLink(db, people.staff)
    await as.admin.post('/tasks/create', { title: 'Свечи', multimedia_ids: [used.id] })
    await deleteUnusedMedia(test_.root)
    expect([await exists(unused.id), await exists(link)]).toEqual([true, true])
    await age(1.01)
    await deleteUnusedMedia(test_.root)
    expect([await exists(unused.id), await exists(used.id), await exists(link)]).toEqual([false, true, false])
    await vi.waitFor(async () => {
      await workOnly(test_.root, removing)
      expect(await stored()).toHaveLength(4)
    }, patienceMs)
    expect((await stored()).every((name) => name.includes(used.file ?? ''))).toBe(true)
  })

  test('do not include a profile photo and a logo', async () => {
    const [face, logo] = [await bring(), await bring()]
    await db.update('users', { avatar: face.file }).where('id', '=', people.staff.id).execute()
    await db.updateCompany({ logo: logo.file })
    await age(40)
    await deleteUnusedMedia(test_.root)
    expect([await exists(face.id), await exists(logo.id)]).toEqual([true, true])
  })

  test('are deleted a day after they were last used', async () => {
    const { id } = await bring()
    const task = await buildTask(db, people.admin)
    await as.admin.post(`/tasks/${task}/multimedia`, { multimedia_ids: [id] })
    await age(0.9)
    const answer = await as.admin.send('DELETE', `/tasks/${task}/multimedia`, { multimedia_ids: [id] })
    expect(answer.statusCode).toBe(200)
    await age(0.9)
    await deleteUnusedMedia(test_.root)
    expect(await exists(id)).toBe(true)
    await age(0.2)
    await deleteUnusedMedia(test_.root)
    expect(await exists(id)).toBe(false)
  })
})

describe('the removal of files', () => {
  const keysOfJob = ({ payload }: TakenJob) => (payload as { keys: string[] }).keys

  /** The companies of the waiting jobs, in the turns in which a process would claim them. */
  async function turnsOf(kind: { name: string }, companies: readonly number[]): Promise<number[]> {
    const taken: number[] = []
    const taking = test_.root.transaction().execute(async (connection) => {
      const turns = new Turns(connection, kind.name)
      for (let job = await turns.take(); job; job = await turns.take()) {
        taken.push(Number.parseInt(keysOfJob(job)[0] ?? '', 10))
        turns.end(job)
      }
      // Gives the jobs back, also those of other test files.
      throw new Error('rollback')
    })
    await expect(taking).rejects.toThrow('rollback')
    return taken.filter((id) => companies.includes(id))
  }

  test('takes turns between companies, however many files one of them has deleted', async () => {
    const other = await buildTeam(test_)
    const companies = [db.companyId, other.db.companyId] as const
    const many = [await bring(), await bring(), await bring()]
    const theirs = await bring(other.as.admin)
    for (const { id } of many) await remove(id)
    await remove(theirs.id, other.as.admin)
    const fair = [companies[0], companies[1], companies[0], companies[0]]
    expect(await turnsOf(removeFiles, companies)).toEqual(fair)
  })

  test('takes turns too if a job deletes unused media, or an upload is settled', async () => {
    const other = await buildTeam(test_)
    const companies = [db.companyId, other.db.companyId] as const
    for (const client of [as.admin, as.admin, other.as.admin]) await bring(client)
    for (const company_id of [companies[0], companies[0], companies[1]])
      await queueJob(test_.root, checkUploadJob, {
        company_id,
        keys: [keyOf(company_id, `${makeName()}.png`)],
      })
    const fair = [companies[0], companies[1], companies[0]]
    expect(await turnsOf(checkUploadJob, companies)).toEqual(fair)
    const later = new Date(Date.now() + 60_000).toISOString()
    for (const id of companies) await deleteUnheldFiles(test_.root, later, 10, id)
    expect(await turnsOf(removeFiles, companies)).toEqual(fair)
  })

  test('is done too for a job of an earlier version, which names no company', async () => {
    const { id } = await bring()
    const keys = (await stored()).map((name) => `${db.companyId}/${name}`)
    await db.remove('multimedia').where('id', '=', id).execute()
    for (const kind of [removeFiles, checkUploadJob]) await queueJob(test_.root, jobKind(kind.name), { keys })
    await workOnly(test_.root, removing)
    expect(await stored()).toEqual([])
  })
})

describe('an upload interrupted by the end of its process', () => {
  const settle = async (keys: string[]) => {
    await queueJob(test_.root, checkUploadJob, { company_id: db.companyId, keys })
    await workOnly(test_.root, removing)
  }

  test('leaves no files: the job that was queued before removes them', async () => {
    const { id } = await bring()
    const keys = (await stored()).map((name) => `${db.companyId}/${name}`)
    await settle(keys)
    expect(await stored()).toHaveLength(4)
    await db.remove('multimedia').where('id', '=', id).execute()
    await settle(keys)
    expect(await stored()).toEqual([])
  })
})

test('media that somebody attaches at this moment do not keep other unused media', async () => {
  const [taken, unused] = [await bring(), await bring()]
  await age(2)
  const task = await buildTask(db, people.admin)
  const attaching = await test_.root.startTransaction().execute()
  await sql`select from multimedia where id = ${taken.id} and company_id = ${db.companyId} for key share`.execute(
    attaching,
  )
  const freeing = as.admin.send('DELETE', '/company/media/unused')
  await sleep(500)
  await sql`insert into task_multimedia (company_id, task_id, multimedia_id, position)
    values (${db.companyId}, ${task}, ${taken.id}, 0)`.execute(attaching)
  await attaching.commit().execute()
  expect(await freeing).toMatchObject({ statusCode: 200, body: { deleted: 1 } })
  expect([await exists(taken.id), await exists(unused.id)]).toEqual([true, false])
})
