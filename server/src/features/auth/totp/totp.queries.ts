import { sql } from 'kysely'
import { now, nowIso } from '../../../clock.ts'
import type { Root } from '../../../database/connection/open.ts'
import { hashToken } from '../../../token.ts'
import type { Person } from '../auth.queries.ts'
import { latestStep } from './totp.rules.ts'

const ofPerson = ({ companyId, userId }: Person) => ({ company_id: companyId, user_id: userId })

export const findFactor = (root: Root, { companyId, userId }: Person) =>
  root
    .selectFrom('totp_factors')
    .select(['secret', 'confirmed_at'])
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .executeTakeFirst()

const updateFactor = (root: Root, { companyId, userId }: Person) =>
  root.updateTable('totp_factors').where('company_id', '=', companyId).where('user_id', '=', userId)

/**
 * Stores a new secret that waits for its first code. It replaces a secret that still waits.
 * @returns false if the person already has a confirmed factor; then nothing changes
 */
export async function putPending(root: Root, person: Person, secret: string): Promise<boolean> {
  const row = { secret, created_at: nowIso() }
  const put = await root
    .insertInto('totp_factors')
    .values({ ...ofPerson(person), ...row })
    .onConflict((conflict) =>
      conflict
        .columns(['company_id', 'user_id'])
        .doUpdateSet(row)
        .where('totp_factors.confirmed_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst()
  return put !== undefined
}

/** Confirms the pending secret. @returns false if it is no longer pending */
export async function confirmFactor(
  root: Root,
  person: Person,
  secret: string,
  step: number,
): Promise<boolean> {
  const confirmed = await updateFactor(root, person)
    .set({ confirmed_at: nowIso(), last_step: step })
    .where('secret', '=', secret)
    .where('confirmed_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  return confirmed !== undefined
}

/**
 * Uses up the code of a time step. Only one of several concurrent calls succeeds, and older steps are
 * refused. A stored step later than any clock allows comes from a server clock that was set back since. It
 * must not lock the person out.
 */
export async function consumeStep(root: Root, person: Person, step: number): Promise<boolean> {
  const taken = await updateFactor(root, person)
    .set({ last_step: step })
    .where('confirmed_at', 'is not', null)
    .where((where) => where.or([where('last_step', '<', step), where('last_step', '>', latestStep(now()))]))
    .returning('user_id')
    .executeTakeFirst()
  return taken !== undefined
}

/** @returns whether there was a confirmed factor */
export async function deleteFactor(root: Root, { companyId, userId }: Person): Promise<boolean> {
  const deleted = await root
    .deleteFrom('totp_factors')
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .returning('confirmed_at')
    .executeTakeFirst()
  return deleted !== undefined && deleted.confirmed_at !== null
}

export async function insertRecoveryCodes(
  root: Root,
  person: Person,
  codes: readonly string[],
): Promise<void> {
  const rows = codes.map((code) => ({ ...ofPerson(person), code_hash: hashToken(code) }))
  await root.insertInto('recovery_codes').values(rows).execute()
}

/** Uses up a recovery code. Only one of several concurrent calls succeeds. */
export async function consumeRecoveryCode(
  root: Root,
  { companyId, userId }: Person,
  code: string,
): Promise<boolean> {
  const taken = await root
    .deleteFrom('recovery_codes')
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashToken(code))
    .returning('user_id')
    .executeTakeFirst()
  return taken !== undefined
}

export async function countRecoveryCodes(root: Root, { companyId, userId }: Person): Promise<number> {
  const { count } = await root
    .selectFrom('recovery_codes')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}
