import { mayKnock } from '@artel/contract/access'
import type { Call } from '@artel/contract/call'
import { companyCalls } from '@artel/contract/company'
import { multimediaCalls } from '@artel/contract/multimedia'
import { profile } from '@artel/contract/profile'
import type { FastifyInstance } from 'fastify'
import { Db } from '../../database/db.ts'
import type { Root } from '../../database/open.ts'
import { filesCallOf } from '../../http/body/body.ts'
import type { MediaQuota } from './multimedia.quota.ts'

/** Calls that bring media. One that is missing here is refused later, once its file was received. */
const calls = new Set<Call>([multimediaCalls.create, companyCalls.update, profile.update])

// What a form has beside its file: boundaries, the heads of its parts, a few short fields.
const formBytes = 16_384

/** Refuses a file that cannot fit, by the length that its request declares, before a byte of it is read. */
export function refuseBeyondQuota(app: FastifyInstance, root: Root, quota: MediaQuota): void {
  app.addHook('onRequest', async (request) => {
    const { session, headers } = request
    const filesCall = filesCallOf(request)
    const declared = Number(headers['content-length'] ?? 0) - formBytes
    if (!filesCall || !calls.has(filesCall) || !(declared > 0)) return
    // Whoever may not call it is told so by the gate.
    if (!session.actor || !mayKnock(filesCall.access, session.actor.type)) return
    await quota.assertRoom(new Db(root, session.actor.companyId), declared)
  })
}
