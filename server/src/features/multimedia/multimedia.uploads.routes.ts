import { mayKnock } from '@artel/contract/access'
import { profile } from '@artel/contract/account/profile'
import type { Call } from '@artel/contract/call'
import { companyCalls } from '@artel/contract/company/company'
import { multimediaCalls } from '@artel/contract/multimedia/multimedia'
import type { FastifyInstance } from 'fastify'
import type { Root } from '../../database/connection/open.ts'
import { Db } from '../../database/db.ts'
import { filesCallOf } from '../../http/body/arrival.ts'
import { readIdempotencyKey } from '../../http/calls/idempotency.ts'
import { findUploaded } from './multimedia.queries.ts'
import type { MediaQuota } from './quota/quota.ts'

/** Calls that upload media. A call that is missing here is refused only after its file was received. */
const calls = new Set<Call>([multimediaCalls.create, companyCalls.update, profile.update])

// Bytes of a form besides its file: boundaries, headers of its parts, a few short fields.
const formBytes = 16_384

/**
 * Refuses a file that exceeds the quota. Checks the declared length of the request before it reads a byte,
 * and checks again while the file is written, because a request may declare no length.
 */
export function refuseBeyondQuota(app: FastifyInstance, root: Root, quota: MediaQuota): void {
  app.addHook('onRequest', async (request) => {
    const { actor } = request.session
    const filesCall = filesCallOf(request)
    // The gate refuses people who may not make this call.
    if (!filesCall || !calls.has(filesCall) || !actor || !mayKnock(filesCall.access, actor.type)) return
    const db = new Db(root, actor.companyId)
    // The media of a repeated upload are counted already, and nothing is added.
    const key = filesCall.isIdempotent ? readIdempotencyKey(request) : null
    if (key !== null && (await findUploaded(db, actor.userId, key))) return
    request.openRoom = (field) => quota.openRoom(db, { actor, field })
    const declared = Number(request.headers['content-length'] ?? 0) - formBytes
    const [field = ''] = Object.keys(filesCall.files)
    if (declared > 0) await quota.assertRoom(db, { actor, field }, declared)
  })
}
