import type { Instruction } from '@artel/contract/instructions/instructions'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { stopClockAt } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { useTestApp } from '../../testing/app.ts'
import { type Answer, codeOf, type TestClient } from '../../testing/client.ts'
import { leavingNoTrace } from '../../testing/fingerprint.ts'
import { buildProduct, buildTask } from '../../testing/rows/build.ts'
import { buildInstruction } from '../../testing/rows/instructions.ts'
import { buildTeam, signInTeam, type Team } from '../../testing/rows/team.ts'

const minute = 60_000
const test_ = useTestApp()
let db: Db
let people: Team['people']
let as: Team['as']
let product_id: number

const at = (minutes: number) =>
  new Date(Date.parse('2026-11-20T09:00:00.000Z') + minutes * minute).toISOString()

/** Moves the clock and signs in again, because sessions expire. */
async function goTo(minutes: number) {
  stopClockAt(at(minutes))
  as = await signInTeam(test_.app, people)
}

beforeEach(async () => {
  stopClockAt(at(0))
  ;({ db, people, as } = await buildTeam(test_))
  product_id = await buildProduct(db)
})
afterEach(() => stopClockAt(null))

const build = (fields: Parameters<typeof buildInstruction>[2] = {}) =>
  buildInstruction(db, people.admin, { product_ids: [product_id], ...fields })
const stepped = (id: string, ageMinutes: number) => ({ step: { id, age_ms: ageMinutes * minute } })
const read = (id: number, body: object, client: TestClient = as.staff) =>
  client.post(`/instructions/${id}/read`, body)
const raise = (id: number) => as.admin.send('PUT', `/instructions/${id}`, { raise_revision: true })
const refused = (send: () => Promise<Answer>) => leavingNoTrace(test_.root, [db.companyId], send)
const readsOf = (instruction_id: number) =>
  db
    .from('instruction_reads')
    .select(['user_id', 'revision', 'read_at'])
    .where('instruction_id', '=', instruction_id)
    .execute()

describe('a confirmation that arrives later', () => {
  test('counts when the person gave it, once, however often it is sent', async () => {
    const id = await build()
    await goTo(60)
    const body = { revision: 1, ...stepped('one', 50) }
    const answers = await Promise.all([1, 2, 3].map(() => read(id, body)))
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 200])
    expect(answers[0]?.body.instruction).toMatchObject({ is_read: true, read_by: [{ read_at: at(10) }] })
    expect(await readsOf(id)).toEqual([{ user_id: people.staff.id, revision: 1, read_at: at(10) }])

    // Sent again after a new revision, it confirms nothing new.
    await raise(id)
    const again = await read(id, body)
    expect([again.statusCode, (again.body.instruction as Instruction).is_read]).toEqual([200, false])
    expect(await readsOf(id)).toHaveLength(1)
  })

  test('is for the revision that was read, never for a later one', async () => {
    const id = await build()
    await goTo(30)
    await raise(id)
    await goTo(60)
    for (const revision of [{ revision: 1 }, {}]) {
      const late = await refused(() => read(id, { ...revision, ...stepped('one', 50) }))
      expect([...codeOf(late), (late.body.current as Instruction).revision]).toEqual([409, 'stale', 2])
    }
    // The clock of a device may be wrong, so that it names a revision from before it existed.
    const answer = await read(id, { revision: 2, ...stepped('one', 50) })
    expect(answer.body.instruction).toMatchObject({ read_by: [{ read_at: at(30) }] })
  })

  test('lets a task start that was refused before, and not before the confirmation', async () => {
    const id = await build()
    const task = await buildTask(db, people.admin, { product_id, user_id: people.staff.id })
    await goTo(60)
    const start = () => as.staff.post(`/tasks/${task}/start`, stepped('start', 50))
    expect(codeOf(await refused(start))).toEqual([409, 'instruction_unread'])
    await read(id, { revision: 1, ...stepped('read', 40) })
    const started = await start()
    expect([started.statusCode, (started.body.task as { started_at: string }).started_at]).toEqual([
      200,
      at(20),
    ])
  })

  test('is of its own person and instruction', async () => {
    const [id, other] = [await build(), await build({ title: 'Лента' })]
    await read(id, { revision: 1, ...stepped('one', 0) })
    const again = await refused(() => read(other, { revision: 1, ...stepped('one', 0) }))
    expect(codeOf(again)).toEqual([409, 'idempotency_conflict'])
    // The same text of another person is another step.
    await read(id, { revision: 1, ...stepped('one', 0) }, as.owner)
    expect((await readsOf(id)).map(({ user_id }) => user_id).toSorted()).toEqual(
      [people.staff.id, people.owner.id].toSorted(),
    )
  })

  test('is refused if the instruction is no longer published, and can be sent again later', async () => {
    const id = await build()
    const publish = (is_published: boolean) => as.admin.send('PUT', `/instructions/${id}`, { is_published })
    await goTo(60)
    await publish(false)
    const body = { revision: 1, ...stepped('one', 50) }
    expect(codeOf(await refused(() => read(id, body)))).toEqual([404, 'not_found'])
    await publish(true)
    expect((await read(id, body)).statusCode).toBe(200)
    expect(await readsOf(id)).toMatchObject([{ read_at: at(10) }])
  })

  test('of an admin counts at the time of arrival', async () => {
    const id = await build()
    await goTo(60)
    await read(id, { revision: 1, ...stepped('one', 50) }, as.admin)
    expect(await readsOf(id)).toMatchObject([{ user_id: people.admin.id, read_at: at(60) }])
  })
})
