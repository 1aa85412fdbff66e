import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { inject, vi } from 'vitest'
import type { Root } from '../database/connection/open.ts'
import type { LiveEvents } from '../events/live-events.ts'
import { wrongLoginKind } from '../features/auth/auth.audit.ts'
import { forgotKind } from '../features/auth/auth.jobs.ts'
import type { JobHandler } from '../jobs/handler.ts'
import { queueJob } from '../jobs/jobs.ts'
import { openQueues } from '../jobs/open.ts'
import { claimJob, runJob, TakenUpError } from '../jobs/run-job.ts'
import { mailKind } from '../mail/mail.ts'
import { isOnShared, testJobs } from './app.ts'
import { keepSecret } from './secrets.ts'
import { patienceMs } from './waits.ts'

/**
 * Queues one job of each kind in `scheduled`, then runs all due jobs.
 * @throws Error in the database that all test files share, because it would also run the jobs of other files
 */
export async function workJobs(
  root: Root,
  scheduled: readonly string[] = [],
  publish: LiveEvents['publish'] = () => {},
): Promise<void> {
  if (isOnShared(root)) throw new Error('Use workOnly, or a database of its own')
  await workKinds(root, testJobs(inject('dataDir')), { scheduled, publish })
}

/**
 * Queues one job of each kind in `scheduled`, then runs the due jobs of the kinds `names`. It runs no other kinds,
 * because other test files share the database, and their jobs may take long or fail.
 */
export function workOnly(
  root: Root,
  names: readonly string[],
  { scheduled = [], publish = () => {} }: Partial<Work> = {},
): Promise<void> {
  const handlers = testJobs(inject('dataDir')).filter(({ kind }) => names.includes(kind.name))
  return workKinds(root, handlers, { scheduled, publish })
}

type Work = { scheduled: readonly string[]; publish: LiveEvents['publish'] }

async function workKinds(
  root: Root,
  handlers: readonly JobHandler[],
  { scheduled, publish }: Work,
): Promise<void> {
  const boss = await openQueues(root, handlers)
  for (const { kind } of handlers) if (scheduled.includes(kind.name)) await queueJob(root, kind, {})
  // A job may queue another job of a kind that this loop has already passed.
  for (let hasWorked = true; hasWorked; ) {
    hasWorked = false
    for (const handler of handlers) {
      const job = await claimJob(root, handler.kind.name)
      if (!job) continue
      // Another test file shares the database and may claim the same job. That file then completes it.
      await runJob(boss, root, handler, job, new AbortController().signal, publish).catch(
        (error: unknown) => {
          if (!(error instanceof TakenUpError)) throw error
        },
      )
      hasWorked = true
    }
  }
}

/** Kinds of jobs that send mails or queue jobs that do. */
const mailing = [mailKind.name, forgotKind.name, wrongLoginKind.name]

/** Sends all mails that are due. */
export const workMails = (root: Root): Promise<void> => workOnly(root, mailing)

/** The mails sent to an address, the oldest first. Waits until there are at least `count`. */
export async function mailsTo(root: Root, email: string, count: number): Promise<Email[]> {
  let mails: Email[] = []
  await vi.waitFor(
    async () => {
      await workMails(root)
      mails = (await readOutbox()).filter(({ to }) => to?.some(({ address }) => address === email))
      for (const { text } of mails)
        for (const [, token] of text?.matchAll(mailedToken) ?? []) keepSecret(token)
      if (mails.length < count) throw new Error(`${email} has ${mails.length} mails`)
    },
    { timeout: 2 * patienceMs, interval: 100 },
  )
  return mails
}

const mailedToken = /(?:\/reset\/|\?token=)([\w-]+)/g

async function readOutbox(): Promise<Email[]> {
  const folder = join(inject('dataDir'), 'outbox')
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).sort()
  return Promise.all(names.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))))
}
