import { createHash } from 'node:crypto'
import type { StoredAnswer } from '@artel/contract/call'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { now } from '../../clock.ts'
import type { Root } from '../../database/connection/open.ts'
import type { Db } from '../../database/db.ts'
import { deleteRows } from '../../database/upkeep.ts'
import { ApiError, fieldError } from '../../errors/errors.ts'

const lifeMs = 24 * 3_600_000
const header = 'idempotency-key'

/**
 * The request's key, or null if it has none. @throws ApiError 422 for a key that is malformed or sent twice
 */
export function readIdempotencyKey(request: FastifyRequest): string | null {
  // Read the raw list, because the parsed headers join a repeated header into one value.
  const { rawHeaders } = request.raw
  const sent = rawHeaders.filter(
    (_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === header,
  )
  if (sent.length === 0) return null
  const [key = ''] = sent
  if (sent.length > 1 || !/^[\x21-\x7e]{1,64}$/.test(key)) throw fieldError('Idempotency-Key', 'bad_key')
  return key
}

type Use = { userId: number; path: string; key: string; body: unknown }

/**
 * Runs `work` once for the key, and repeats its answer for a day. A second call waits while the first runs,
 * because both insert the row of the key first, and PostgreSQL makes the second insert wait for the first
 * transaction.
 * @throws ApiError idempotency_conflict for another body; idempotency_running after 10 s of waiting
 */
export async function answerOnce(db: Db, use: Use, work: () => Promise<StoredAnswer>): Promise<StoredAnswer> {
  const bodyHash = createHash('sha256').update(JSON.stringify(use.body)).digest()
  const found = (await claim(db, use, bodyHash)) ? null : await findAnswer(db, use)
  if (found) {
    if (!found.body_hash.equals(bodyHash)) throw new ApiError('idempotency_conflict')
    // The row became visible together with its answer, because one transaction wrote both.
    return found.answer as StoredAnswer
  }
  const answer = await work()
  await ofUse(db.update('idempotency_keys', { answer }), use).execute()
  return answer
}

/**
 * Inserts the row of the key. Raises the lock timeout for this statement alone, because a second call may
 * wait for the first longer than for any other lock.
 * @returns false if another call has inserted the row within the last day
 */
async function claim(db: Db, { userId, path, key }: Use, bodyHash: Buffer): Promise<boolean> {
  const at = now()
  const tooOld = new Date(at.getTime() - lifeMs).toISOString()
  const statement = sql`
    with usual as materialized (select current_setting('lock_timeout') as patience),
      longer as materialized (select set_config('lock_timeout', '10s', true) from usual)
    insert into idempotency_keys (company_id, user_id, path, key, body_hash, created_at)
    select ${db.companyId}::bigint, ${userId}::bigint, ${path}, ${key}, ${bodyHash}::bytea, ${at.toISOString()}::timestamptz
    from longer
    on conflict (company_id, user_id, path, key) do update
      set body_hash = excluded.body_hash, answer = null, created_at = excluded.created_at
      where idempotency_keys.created_at < ${tooOld}::timestamptz
    returning set_config('lock_timeout', (select patience from usual), true)`
  try {
    return (await db.query(statement)).length > 0
  } catch (error) {
    const isLockTimeout = (error as { code?: string }).code === '55P03' // the driver's errors have a code
    throw isLockTimeout ? new ApiError('idempotency_running') : error
  }
}

const findAnswer = (db: Db, use: Use) =>
  ofUse(db.from('idempotency_keys').select(['body_hash', 'answer']), use).executeTakeFirst()

type Filterable<T> = { where(column: 'user_id' | 'path' | 'key', operator: '=', value: string | number): T }

function ofUse<Query extends Filterable<Query>>(query: Query, { userId, path, key }: Use): Query {
  return query.where('user_id', '=', userId).where('path', '=', path).where('key', '=', key)
}

/** Deletes the keys that are older than a day, of all companies. */
export async function deleteOldKeys(root: Root, signal?: AbortSignal): Promise<void> {
  const tooOld = new Date(now().getTime() - lifeMs).toISOString()
  await deleteRows(root, 'idempotency_keys', sql`created_at < ${tooOld}`, signal)
}
