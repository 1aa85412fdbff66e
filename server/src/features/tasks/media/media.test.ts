import type { Multimedia } from '@artel/contract/multimedia/multimedia'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '../../../database/db.ts'
import { useTestApp } from '../../../testing/app.ts'
import { type Answer, TestClient } from '../../../testing/client.ts'
import { fingerprint } from '../../../testing/fingerprint.ts'
import { buildLink, mediaOf, photo, upload } from '../../../testing/media/media.ts'
import { buildCompany, buildTask, buildUser, type TestUser } from '../../../testing/rows/build.ts'

type TaskBody = {
  id: number
  version: number
  multimedia: Multimedia[]
  history: { changes: object }[]
  can: Record<string, boolean>
}

const test_ = useTestApp()
let db: Db
let people: Record<'staff' | 'colleague' | 'admin', TestUser>
let as: Record<'staff' | 'colleague' | 'admin', TestClient>

beforeEach(async () => {
  db = await buildCompany(test_.root)
  people = {
    staff: await buildUser(test_.root, db, 'staff'),
    colleague: await buildUser(test_.root, db, 'staff'),
    admin: await buildUser(test_.root, db, 'admin'),
  }
  as = {
    staff: await TestClient.signIn(test_.app, people.staff),
    colleague: await TestClient.signIn(test_.app, people.colleague),
    admin: await TestClient.signIn(test_.app, people.admin),
  }
})

const taskOf = ({ body }: Answer) => body.task as TaskBody
const idsOf = (answer: Answer) => taskOf(answer).multimedia.map(({ id }) => id)
const make = () => buildTask(db, people.admin, { user_id: people.staff.id })
const links = (count: number, who: keyof typeof people = 'admin') =>
  Promise.all(Array.from({ length: count }, () => buildLink(db, people[who])))
const attach = (client: TestClient, id: number, multimedia_ids: unknown) =>
  client.post(`/tasks/${id}/multimedia`, { multimedia_ids })
const detach = (client: TestClient, id: number, multimedia_ids: unknown) =>
  client.send('DELETE', `/tasks/${id}/multimedia`, { multimedia_ids })

describe('media of a task', () => {
  test('are attached on creation, in their order', async () => {
    const [a = 0, b = 0, c = 0] = await links(3)
    const answer = await as.admin.post('/tasks/create', { title: 'Свечи', multimedia_ids: [c, a, b, a] })
    expect([answer.statusCode, idsOf(answer)]).toEqual([201, [c, a, b]])
    const many = await as.admin.post('/tasks/create_many', {
      tasks: [{ title: 'Кружки', multimedia_ids: [b] }, { title: 'Мыло' }],
    })
    const [first, second] = many.body.tasks as TaskBody[]
    expect(idsOf(await as.admin.get(`/tasks/${first?.id}`))).toEqual([b])
    expect(idsOf(await as.admin.get(`/tasks/${second?.id}`))).toEqual([])
  })

  test('are reordered and removed by an edit, and the history shows it', async () => {
    const [a = 0, b = 0] = await links(2)
    const id = await make()
    const one = taskOf(await as.admin.send('PUT', `/tasks/${id}`, { multimedia_ids: [a, b] }))
    expect(idsOf(await as.admin.send('PUT', `/tasks/${id}`, { multimedia_ids: [b, a] }))).toEqual([b, a])
    expect(idsOf(await as.admin.send('PUT', `/tasks/${id}`, { title: 'Свечи' }))).toEqual([b, a])
    const last = taskOf(await as.admin.send('PUT', `/tasks/${id}`, { multimedia_ids: [] }))
    expect(last.history.map(({ changes }) => changes)).toMatchObject([
      { multimedia_ids: [[b, a], []] },
      { title: ['Набор «Уют»', 'Свечи'] },
      {
        multimedia_ids: [
          [a, b],
          [b, a],
        ],
      },
      { multimedia_ids: [[], [a, b]] },
    ])
    expect(last.version).toBe(one.version + 3)
    const again = taskOf(await as.admin.send('PUT', `/tasks/${id}`, { multimedia_ids: [] }))
    expect(again.version).toBe(last.version)
  })

  test('show their first photo in the list, or null without a photo', async () => {
    const [link = 0] = await links(1)
    const [one, two] = [await make(), await make()]
    const photos = [mediaOf(await upload(as.admin, await photo('png', 8, 8)))]
    photos.push(mediaOf(await upload(as.admin, await photo('png', 8, 8))))
    await attach(as.admin, one, [link, ...photos.map(({ id }) => id)])
    const shown = async (body: object) =>
      (await as.staff.post('/listing/tasks?sort_by=id&direction=asc', body)).body.tasks
    expect(await shown({})).toMatchObject([
      { id: one, photo: photos[0]?.file },
      { id: two, photo: null },
    ])
    expect(await shown({ ids: [one] })).toMatchObject([{ photo: photos[0]?.file }])
    const { tasks } = (await as.admin.post('/listing/tasks')).body
    expect(tasks).toMatchObject([{ photo: null }, { photo: photos[0]?.file }])
  })

  test('are not overwritten by an edit with a version from before another change', async () => {
    const [a = 0, b = 0] = await links(2)
    const id = await make()
    const { version } = taskOf(await as.admin.get(`/tasks/${id}`))
    await attach(as.admin, id, [a])
    const clash = await as.admin.send('PUT', `/tasks/${id}`, { multimedia_ids: [b], version })
    expect([clash.statusCode, clash.body.code]).toEqual([409, 'stale'])
    const current = clash.body.current as TaskBody
    expect(current.multimedia.map(({ id }) => id)).toEqual([a])
    const other = await as.admin.send('PUT', `/tasks/${id}`, { title: 'Свечи', version })
    expect(other.statusCode).toBe(200)
  })

  test.each([
    ['of nobody', async () => [999_999_999]],
    ['of another company', async () => [await strangersLink()]],
    ['twice more than there may be', () => links(51)],
    ['that are no numbers', async () => ['x']],
  ])('%s are refused at their field, and nothing changes', async (_, find) => {
    const ids = await find()
    const [mine = 0] = await links(1)
    const id = await make()
    const before = await fingerprint(test_.root, [db.companyId])
    const sent = ids.length > 50 ? ids : [mine, ...ids]
    const field = ids.length > 50 ? 'multimedia_ids' : 'multimedia_ids.1'
    const answers = [
      await as.admin.post('/tasks/create', { title: 'Свечи', multimedia_ids: sent }),
      await as.admin.send('PUT', `/tasks/${id}`, { multimedia_ids: sent }),
      await attach(as.admin, id, sent),
    ]
    for (const { statusCode, body } of answers) {
      expect([statusCode, Object.keys(body.errors ?? {})]).toEqual([422, [field]])
    }
    const many = await as.admin.post('/tasks/create_many', { tasks: [{ title: 'x', multimedia_ids: sent }] })
    expect(Object.keys(many.body.errors ?? {})).toEqual([`tasks.0.${field}`])
    expect(await fingerprint(test_.root, [db.companyId])).toBe(before)
  })

  async function strangersLink(): Promise<number> {
    const other = await buildCompany(test_.root)
    return buildLink(other, await buildUser(test_.root, other, 'admin'))
  }

  test('are limited to fifty in total', async () => {
    const id = await make()
    const [first, more] = [await links(49), await links(2)]
    expect((await attach(as.admin, id, first)).statusCode).toBe(200)
    expect((await attach(as.admin, id, more)).statusCode).toBe(422)
    expect((await attach(as.admin, id, more.slice(0, 1))).statusCode).toBe(200)
  })
})

describe('the assignee', () => {
  test('adds own media beside others and removes only their own', async () => {
    const [theirs = 0] = await links(1)
    const [own = 0] = await links(1, 'staff')
    const id = await make()
    await attach(as.admin, id, [theirs])
    const added = await attach(as.staff, id, [own])
    expect([added.statusCode, idsOf(added)]).toEqual([200, [theirs, own]])
    expect(taskOf(added).multimedia.map(({ can }) => can.delete)).toEqual([false, true])
    expect((await detach(as.staff, id, [theirs])).statusCode).toBe(403)
    expect(idsOf(await detach(as.staff, id, [own]))).toEqual([theirs])
    expect(idsOf(await detach(as.staff, id, [own]))).toEqual([theirs])
    expect(idsOf(await detach(as.admin, id, [theirs]))).toEqual([])
  })

  test('cannot attach media that another user has uploaded', async () => {
    const [theirs = 0] = await links(1, 'colleague')
    const answer = await attach(as.staff, await make(), [theirs])
    expect([answer.statusCode, Object.keys(answer.body.errors ?? {})]).toEqual([422, ['multimedia_ids.0']])
  })

  test('is the only one of the staff who may attach media', async () => {
    const [own = 0] = await links(1, 'colleague')
    expect((await attach(as.colleague, await make(), [own])).statusCode).toBe(404)
    const pool = await buildTask(db, people.admin)
    expect((await attach(as.colleague, pool, [own])).statusCode).toBe(403)
  })

  test('and an admin can add media concurrently', async () => {
    const id = await make()
    const [mine, theirs] = [await links(5, 'staff'), await links(5)]
    const sent = [
      ...mine.map((one) => attach(as.staff, id, [one])),
      ...theirs.map((one) => attach(as.admin, id, [one])),
    ]
    expect(new Set((await Promise.all(sent)).map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    expect(idsOf(await as.admin.get(`/tasks/${id}`)).sort()).toEqual([...mine, ...theirs].sort())
  })
})

describe('media of finished work', () => {
  const pay = { money: 500, coins: 5, quantity_done: 1 }
  const handedIn = async (status: 'review' | 'done' | 'cancelled', assignee: 'staff' | 'admin' = 'staff') => {
    const finished_at = status === 'cancelled' ? null : '2026-11-20T07:00:00.000Z'
    const times = { started_at: '2026-11-20T06:00:00.000Z', finished_at }
    const id = await buildTask(db, people.admin, { ...pay, ...times, user_id: people[assignee].id, status })
    const [own = 0, other = 0] = await links(2, assignee)
    await db.insert('task_multimedia', { task_id: id, multimedia_id: own, position: 0 }).execute()
    return { id, own, other, shown: taskOf(await as.admin.get(`/tasks/${id}`)) }
  }
  const approve = (id: number, version: number, client = as.admin) =>
    client.post(`/tasks/${id}/approve`, { version })

  test('cannot be removed by the assignee, and adding some makes an older approval stale', async () => {
    const { id, own, other, shown } = await handedIn('review')
    const before = await fingerprint(test_.root, [db.companyId])
    const taken = await detach(as.staff, id, [own])
    expect([taken.statusCode, taken.body.code]).toEqual([409, 'wrong_state'])
    expect(await fingerprint(test_.root, [db.companyId])).toBe(before)
    const added = await attach(as.staff, id, [other])
    expect([added.statusCode, idsOf(added)]).toEqual([200, [own, other]])
    expect(taskOf(added).can).toMatchObject({ attach: true, detach: false })
    const clash = await approve(id, shown.version)
    expect([clash.statusCode, clash.body.code]).toEqual([409, 'stale'])
    expect((clash.body.current as TaskBody).multimedia.map((media) => media.id)).toEqual([own, other])
    const many = { ids: [id], versions: [shown.version], action: 'approve' }
    expect((await as.admin.post('/tasks/bulk', many)).body).toMatchObject({ refused: [{ code: 'stale' }] })
    expect((await approve(id, taskOf(added).version)).statusCode).toBe(200)
  })

  test.each(['attach', 'detach', 'edit'])('make an older approval stale after an admin’s %s', async (way) => {
    const { id, own, shown } = await handedIn('review')
    const [more = 0] = await links(1)
    if (way === 'attach') await attach(as.admin, id, [more])
    else if (way === 'detach') await detach(as.admin, id, [own])
    else await as.admin.send('PUT', `/tasks/${id}`, { multimedia_ids: [more, own] })
    const clash = await approve(id, shown.version)
    expect([clash.statusCode, clash.body.code]).toEqual([409, 'stale'])
  })

  test.each(['done', 'cancelled'] as const)('once %s, can be changed only by admins', async (status) => {
    const { id, own, other } = await handedIn(status)
    for (const answer of [await detach(as.staff, id, [own]), await attach(as.staff, id, [other])]) {
      expect([answer.statusCode, answer.body.code]).toEqual([409, 'wrong_state'])
    }
    const { can } = taskOf(await as.staff.get(`/tasks/${id}`))
    expect(can).toMatchObject({ attach: false, detach: false, comment: true })
    expect(taskOf(await as.admin.get(`/tasks/${id}`)).can).toMatchObject({ attach: true, detach: true })
    expect(idsOf(await detach(as.admin, id, [own]))).toEqual([])
  })

  test('cannot be removed by an admin who did the work either', async () => {
    const { id, own, other } = await handedIn('review', 'admin')
    expect((await detach(as.admin, id, [own])).statusCode).toBe(409)
    const edited = await as.admin.send('PUT', `/tasks/${id}`, { multimedia_ids: [other] })
    expect([edited.statusCode, Object.keys(edited.body.errors ?? {})]).toEqual([422, ['multimedia_ids']])
    expect((await as.admin.send('PUT', `/tasks/${id}`, { multimedia_ids: [other, own] })).statusCode).toBe(
      200,
    )
    const done = await handedIn('done', 'admin')
    expect((await detach(as.admin, done.id, [done.own])).statusCode).toBe(409)
    expect((await attach(as.admin, done.id, [done.other])).statusCode).toBe(409)
  })

  const rename = (client: TestClient, id: number, name: string) =>
    client.send('PUT', `/multimedia/${id}`, { name })

  test('can be renamed only by those who may remove them, which makes an older approval stale', async () => {
    const { id, own, shown } = await handedIn('review')
    const before = await fingerprint(test_.root, [db.companyId])
    const refused = await rename(as.staff, own, 'Все десять целы')
    expect([refused.statusCode, refused.body.code]).toEqual([409, 'wrong_state'])
    expect(await fingerprint(test_.root, [db.companyId])).toBe(before)
    expect((await rename(as.admin, own, 'Три с браком')).statusCode).toBe(200)
    const clash = await approve(id, shown.version)
    expect([clash.statusCode, clash.body.code]).toEqual([409, 'stale'])
    const current = taskOf(await as.admin.get(`/tasks/${id}`))
    expect(current.history.at(0)?.changes).toMatchObject({
      multimedia_name: [expect.any(String), 'Три с браком'],
    })
    expect((await approve(id, current.version)).statusCode).toBe(200)
    expect((await rename(as.staff, own, 'Все десять целы')).statusCode).toBe(409)
    const mine = await handedIn('review', 'admin')
    expect((await rename(as.admin, mine.own, 'Все десять целы')).statusCode).toBe(409)
  })

  test('can be renamed by the assignee while the work is unfinished', async () => {
    const id = await make()
    const [own = 0] = await links(1, 'staff')
    await attach(as.staff, id, [own])
    const { version } = taskOf(await as.staff.get(`/tasks/${id}`))
    expect((await rename(as.staff, own, 'Три с браком')).statusCode).toBe(200)
    expect(taskOf(await as.staff.get(`/tasks/${id}`)).version).toBe(version + 1)
    await rename(as.staff, own, 'Три с браком')
    expect(taskOf(await as.staff.get(`/tasks/${id}`)).version).toBe(version + 1)
  })

  test('can be removed by the assignee again after a return', async () => {
    const { id, own } = await handedIn('review')
    await as.admin.post(`/tasks/${id}/return`, { reason: 'Нет вкладыша' })
    expect(idsOf(await detach(as.staff, id, [own]))).toEqual([])
  })
})

describe('media of a comment', () => {
  const comment = (client: TestClient, id: number, fields: object) =>
    client.post(`/tasks/${id}/comments`, { text: 'Три с браком', ...fields })
  const commentsOf = async (id: number) =>
    (taskOf(await as.admin.get(`/tasks/${id}`)) as unknown as { comments: { multimedia: Multimedia[] }[] })
      .comments

  test('are shown with it in their order, to be seen only', async () => {
    const id = await make()
    const [a = 0, b = 0] = await links(2, 'staff')
    const answer = await comment(as.staff, id, { multimedia_ids: [b, a, b] })
    expect(answer.statusCode).toBe(201)
    const { multimedia } = answer.body.comment as { multimedia: Multimedia[] }
    expect(multimedia.map((one) => [one.id, one.type, one.can])).toEqual(
      [b, a].map((one) => [one, 'link', { edit: false, delete: false }]),
    )
    expect(await commentsOf(id)).toMatchObject([{ text: 'Три с браком', multimedia }])
    expect(idsOf(await as.admin.get(`/tasks/${id}`))).toEqual([])
    const plain = await comment(as.admin, id, {})
    expect(plain.body.comment).toMatchObject({ multimedia: [] })
  })

  test('cannot be deleted, nor are they deleted as unused', async () => {
    const id = await make()
    const [own = 0, unused = 0] = await links(2, 'staff')
    await comment(as.staff, id, { multimedia_ids: [own] })
    await db.query(sql`update multimedia set created_at = created_at - interval '2 days'
      where company_id = ${db.companyId}`)
    expect((await as.staff.send('DELETE', `/multimedia/${own}`)).body.code).toBe('in_use')
    await as.admin.send('DELETE', '/company/media/unused')
    const left = await db.from('multimedia').select('id').execute()
    expect(left.map((one) => one.id)).toEqual([own])
    expect(unused).not.toBe(own)
  })

  test('are added once with a repeated step', async () => {
    const id = await make()
    const [own = 0] = await links(1, 'staff')
    const fields = { multimedia_ids: [own], step: { id: 'one', age_ms: 0 } }
    const answers = await Promise.all([1, 2, 3].map(() => comment(as.staff, id, fields)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201])
    expect(answers[2]?.body.comment).toEqual(answers[0]?.body.comment)
    expect(await commentsOf(id)).toMatchObject([{ multimedia: [{ id: own }] }])
  })

  test.each([
    ['of nobody', async () => [999_999_999], 'multimedia_ids.0'],
    ['of a colleague', () => links(1, 'colleague'), 'multimedia_ids.0'],
    ['beyond ten', () => links(11, 'staff'), 'multimedia_ids'],
  ])('%s are refused, and no comment is added', async (_, find, field) => {
    const id = await make()
    const multimedia_ids = await find()
    const before = await fingerprint(test_.root, [db.companyId])
    const answer = await comment(as.staff, id, { multimedia_ids, step: { id: 'one', age_ms: 0 } })
    expect([answer.statusCode, Object.keys(answer.body.errors ?? {})]).toEqual([422, [field]])
    expect(await fingerprint(test_.root, [db.companyId])).toBe(before)
  })
})

describe('the database', () => {
  test('rejects media of another company, and the same media or position twice in a task', async () => {
    const other = await buildCompany(test_.root)
    const foreign = await buildLink(other, await buildUser(test_.root, other, 'admin'))
    const [a = 0, b = 0] = await links(2)
    const task_id = await make()
    const hold = (multimedia_id: number, position: number) =>
      db.insert('task_multimedia', { task_id, multimedia_id, position }).execute()
    await expect(hold(foreign, 0)).rejects.toThrow('foreign key')
    await hold(a, 0)
    await expect(hold(a, 1)).rejects.toThrow('unique')
    await expect(hold(b, 0)).rejects.toThrow('unique')
    await expect(hold(b, -1)).rejects.toThrow('check')
  })

  test.each([
    { type: 'link', url: null },
    { type: 'link', url: 'http://artel.test' },
    { type: 'photo', url: null },
    { is_stripped: true },
    { type: 'photo', url: null, file: '../x.jpg', size: 1, sha256: Buffer.alloc(32) },
    { type: 'photo', url: null, file: `${'a'.repeat(32)}.jpg`, size: 0, sha256: Buffer.alloc(32) },
    { type: 'photo', url: null, file: `${'a'.repeat(32)}.jpg`, size: 1, sha256: Buffer.alloc(31) },
    { type: 'link', path: 'logos' },
    { name: '' },
  ] as const)('rejects a row with %j', async (fields) => {
    const row = { type: 'link', path: 'tasks', url: 'https://artel.test/', name: 'x', ...fields } as const
    const made = {
      created_by: people.admin.id,
      created_at: '2026-11-20T06:00:00.000Z',
      ...('file' in row && { is_stripped: true }),
    }
    await expect(db.insert('multimedia', { ...row, ...made }).execute()).rejects.toThrow('check constraint')
  })
})
