import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openPool, openRoot, type Root } from '../database/connection/open.ts'
import { deleteEndedJobs } from './ended-jobs.ts'
import { registerJob } from './handler.ts'
import { type JobKind, jobKind, queueJob } from './jobs.ts'
import { openQueues } from './open.ts'

type Note = { text: string }

let root: Root

beforeAll(() => {
  root = openRoot(openPool(inject('connection'), () => {}, 10_000))
})
afterAll(() => root.destroy())

const handle = (kind: JobKind<Note>) => registerJob(kind, { effect: 'outside', run: async () => {} })

test('deletes completed jobs once nothing needs them, failed ones after a month, in batches', async () => {
  const names = ['usual', 'short'].map((name) => `test-${process.pid}-${Date.now()}-${name}`)
  const [usual, short] = [jobKind<Note>(names[0]!), jobKind<Note>(names[1]!, { keptSeconds: 900 })] // two names
  const handlers = [handle(usual), handle(short)]
  await openQueues(root, handlers)
  const ended = (kind: typeof usual, state: string, ago: string, key?: string) =>
    queueJob(root, kind, { text: `${state} ${ago} ${key ?? ''}` }, key === undefined ? {} : { key }).then(
      () =>
        sql`update jobs.job set state = ${state}::jobs.job_state, completed_on = now() - ${ago}::interval
        where name = ${kind.name} and completed_on is null`.execute(root),
    )
  for (const ago of ['50 minutes', '70 minutes']) await ended(usual, 'completed', ago)
  for (const ago of ['47 hours', '49 hours']) await ended(usual, 'completed', ago, `key ${ago}`)
  for (const ago of ['29 days', '31 days']) await ended(usual, 'failed', ago)
  for (const ago of ['14 minutes', '16 minutes']) await ended(short, 'completed', ago, `key ${ago}`)
  await queueJob(root, usual, { text: 'waits' })
  await sql`insert into jobs.job (name, data, state, completed_on)
    select ${usual.name}, '{"text": "many"}', 'completed', now() - interval '1 day' from generate_series(1, 5500)`.execute(
    root,
  )
  await sql`insert into jobs.archive
    select job.*, now() from jobs.job where name = ${usual.name} and data->>'text' = 'many'`.execute(root)
  await deleteEndedJobs(root, handlers, new AbortController().signal)
  const { rows } = await sql<{ text: string }>`
    select data->>'text' as text from jobs.job where name = any(${names}) order by 1`.execute(root)
  expect(rows.map(({ text }) => text.trim())).toEqual([
    'completed 14 minutes key 14 minutes',
    'completed 47 hours key 47 hours',
    'completed 50 minutes',
    'failed 29 days',
    'waits',
  ])
  const archived = await sql`select from jobs.archive where name = ${usual.name}`.execute(root)
  expect(archived.rows).toEqual([])
})
