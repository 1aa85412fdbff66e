import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { nowIso } from '../clock.ts'
import type { Root } from '../database/connection/open.ts'

type Seen = { token_hash: Buffer; company_id: number; user_id: number }

/**
 * Stores when a session and its person were last seen. The call does not depend on it, so locked rows are
 * skipped, and calls that read go on if the database accepts no writes.
 */
export async function touch(root: Root, seen: Seen, log: Pick<FastifyBaseLogger, 'warn'>): Promise<void> {
  const { token_hash, company_id, user_id } = seen
  const at = nowIso()
  try {
    await sql`update sessions set last_seen_at = ${at} where token_hash in
      (select token_hash from sessions where token_hash = ${token_hash} for no key update skip locked)`.execute(
      root,
    )
    await sql`update users set last_seen_at = ${at} where (company_id, id) in
      (select company_id, id from users where company_id = ${company_id} and id = ${user_id}
      for no key update skip locked)`.execute(root)
  } catch (error) {
    log.warn({ err: error }, 'when a session was seen could not be kept')
  }
}
