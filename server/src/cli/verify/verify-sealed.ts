import type pg from 'pg'
import { type Purpose, unseal } from '../../seal.ts'
import { hasQueue } from './verify-media.ts'

/** A query that finds sealed values, as `sealed, holder`. The holder is the one of the feature that seals them. */
type Kind = { name: string; sql: string; isQueued?: boolean }

const kinds: { readonly [purpose in Purpose]: readonly Kind[] } = {
  totp: [
    {
      name: 'second factors',
      sql: `select secret as sealed, company_id || ' ' || user_id as holder from totp_factors`,
    },
  ],
  moysklad: [
    {
      name: 'tokens of MoySklad',
      sql: 'select token as sealed, company_id::text as holder from moysklad_connections',
    },
    {
      name: 'keys of messages from MoySklad',
      sql: `select hook_key as sealed, 'hook ' || company_id as holder from moysklad_connections`,
    },
  ],
  wildberries: [
    {
      name: 'tokens of Wildberries',
      sql: `select wildberries_token as sealed, company_id || ' ' || id as holder from legal_entities
        where wildberries_token is not null`,
    },
  ],
  push: [
    {
      name: 'keys of pushes',
      sql: 'select sealed_private_key as sealed, public_key as holder from push_keys',
    },
  ],
  mail: [
    {
      name: 'queued mails',
      sql: `select data->>'sealed' as sealed, '' as holder from jobs.job where name = 'mail' and state < 'completed'`,
      isQueued: true,
    },
  ],
}

/** Values of one kind, and how many of them the key cannot open. */
export type SealedCount = { name: string; all: number; closed: number }

/** Tries to open every sealed value. Without a key, every value counts as closed. */
export async function countSealed(client: pg.Client, secretKey: string | undefined): Promise<SealedCount[]> {
  const isQueueThere = await hasQueue(client)
  const counts: SealedCount[] = []
  // The keys are those of the type.
  for (const purpose of Object.keys(kinds) as Purpose[]) {
    for (const { name, sql, isQueued } of kinds[purpose]) {
      if (isQueued && !isQueueThere) continue
      const { rows } = await client.query<{ sealed: string; holder: string }>(sql)
      const closed = rows.filter(({ sealed, holder }) => !canOpen(secretKey, purpose, sealed, holder))
      counts.push({ name, all: rows.length, closed: closed.length })
    }
  }
  return counts
}

function canOpen(secretKey: string | undefined, purpose: Purpose, sealed: string, holder: string): boolean {
  if (secretKey === undefined) return false
  try {
    unseal(secretKey, purpose, sealed, holder)
    return true
  } catch {
    return false
  }
}
