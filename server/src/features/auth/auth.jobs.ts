import { type JobHandler, registerJob } from '../../jobs/handler.ts'
import { jobKind } from '../../jobs/jobs.ts'
import { deleteOldTries } from '../../limits/tries.ts'
import type { SecretKey } from '../../seal.ts'
import { auditWrongLogin, wrongLoginKind } from './auth.audit.ts'
import { mayOpenLink } from './auth.policy.ts'
import { deleteOldLinks, findLogin, upsertLink } from './auth.queries.ts'
import { readerOf, resetMail } from './mails/mails.ts'
import { sendBounded } from './mails/outbox.ts'

/** The job looks up the account, and not the call, so that the call takes equally long for any address. */
export const forgotKind = jobKind<{ email: string }>('forgotten-password')
const cleanupKind = jobKind<object>('auth-cleanup')

const resetLifeMs = 60 * 60_000

export const authJobs = ({ secretKey }: { secretKey: SecretKey }): JobHandler[] => [
  registerJob(forgotKind, {
    effect: 'database',
    run: async ({ root, payload }) => {
      const login = await findLogin(root, payload.email)
      if (!login || !mayOpenLink(login, 'reset')) return
      const { company_id: companyId, user_id: userId, email } = login
      const token = await upsertLink(root, { companyId, userId, email, kind: 'reset', lifeMs: resetLifeMs })
      const mail = resetMail(readerOf(login), token)
      await sendBounded(root, secretKey, companyId, mail, 'link that was asked for')
    },
  }),
  registerJob(wrongLoginKind, {
    effect: 'database',
    run: ({ root, payload }) => auditWrongLogin(root, payload),
  }),
  registerJob(cleanupKind, {
    effect: 'outside',
    everySeconds: 3600,
    run: async ({ root, signal }) => {
      await deleteOldLinks(root, signal)
      await deleteOldTries(root, signal)
    },
  }),
]
