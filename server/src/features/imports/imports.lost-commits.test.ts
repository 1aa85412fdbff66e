import type { ImportDetail } from '@artel/contract/imports/imports'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Db } from '../../database/db.ts'
import { useTestApp } from '../../testing/app.ts'
import type { Answer, TestClient } from '../../testing/client.ts'
import { useLostCommits } from '../../testing/lost-commits.ts'
import { buildTeam } from '../../testing/rows/team.ts'
import { multipart } from '../../testing/values/form.ts'

const test_ = useTestApp()
const loseCommit = useLostCommits()
let db: Db
let admin: TestClient
let earlierLines: number

beforeEach(async () => {
  const team = await buildTeam(test_)
  db = team.db
  admin = team.as.admin
  earlierLines = test_.logged.length
})

/** Breaks the connection after the commit of the transaction that sets an import of the company to this state. */
const loseCommitOf = (state: 'done' | 'undone') =>
  loseCommit(
    test_.root,
    sql<boolean>`exists (select from imports where company_id = ${db.companyId} and state = ${state}
      and xmin = pg_current_xact_id()::xid)`,
  )

const importOf = ({ body }: Answer) => body.import as ImportDetail
const send = () =>
  admin.send(
    'POST',
    '/products/import',
    undefined,
    multipart([['file', { name: 'a.csv', content: Buffer.from('Артикул;Название\nA-1;Один\nA-2;Два\n') }]]),
  )
const undo = (id: number) => admin.post(`/imports/${id}/undo`)
const find = async (id: number) => importOf(await admin.get(`/imports/${id}`))
const countProducts = async () => (await db.from('products').select('id').execute()).length

/**
 * Calls while another transaction keeps the company's turn, so that the work continues after the response.
 * @returns the response
 */
async function callBehind(call: () => Promise<Answer>): Promise<Answer> {
  const other = await test_.root.startTransaction().execute()
  await sql`select pg_advisory_xact_lock(hashtextextended(${`imports of company ${db.companyId}`}, 0))`.execute(
    other,
  )
  const answer = await call()
  await other.rollback().execute()
  expect(answer.statusCode).toBe(202)
  return answer
}

/** Waits until the error of work behind a response was handled, which is logged then. */
async function waitForError(countLost: () => number): Promise<void> {
  await expect.poll(countLost, { timeout: 10_000 }).toBe(1)
  const isLogged = () => test_.logged.slice(earlierLines).some((line) => line.includes('"msg":"an import '))
  await expect.poll(isLogged).toBe(true)
}

test('an import whose commit is not acknowledged is reported as done, and can be undone', async () => {
  const countLost = loseCommitOf('done')
  const answer = await send()
  expect(countLost()).toBe(1)
  expect([answer.statusCode, answer.body.created]).toEqual([200, 2])
  const { id } = importOf(answer)
  expect(await find(id)).toMatchObject({ state: 'done', failure: null, report: { created: 2 } })
  expect((await undo(id)).statusCode).toBe(200)
  expect(await countProducts()).toBe(0)
})

test('an import behind its response whose commit is not acknowledged stays done, and can be undone', {
  timeout: 30_000,
}, async () => {
  const countLost = loseCommitOf('done')
  const { id } = importOf(await callBehind(send))
  await waitForError(countLost)
  expect(await find(id)).toMatchObject({ state: 'done', failure: null, report: { created: 2 } })
  expect((await undo(id)).statusCode).toBe(200)
  expect(await countProducts()).toBe(0)
})

test('an undo whose commit is not acknowledged is reported as done, and is not undone again', async () => {
  const { id } = importOf(await send())
  const countLost = loseCommitOf('undone')
  const answer = await undo(id)
  expect(countLost()).toBe(1)
  expect([answer.statusCode, importOf(answer).state]).toEqual([200, 'undone'])
  expect(await find(id)).toMatchObject({ state: 'undone', failure: null, undone_at: expect.any(String) })
  expect(await countProducts()).toBe(0)
})

test('an undo behind its response whose commit is not acknowledged stays undone', {
  timeout: 30_000,
}, async () => {
  const { id } = importOf(await send())
  const countLost = loseCommitOf('undone')
  await callBehind(() => undo(id))
  await waitForError(countLost)
  expect(await find(id)).toMatchObject({ state: 'undone', failure: null })
})
