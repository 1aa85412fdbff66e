import type { LegalEntity } from '@artel/contract/legal-entities/legal-entities'
import type { Actor } from '../../access/actor.ts'
import { nowIso } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { ApiError } from '../../errors/errors.ts'
import { type SecretKey, seal, unseal } from '../../seal.ts'
import { writeAudit } from '../audit/audit.ts'
import { toConnect } from './legal-entities.policy.ts'
import { findLegalEntityRow, findTokenRows, lockCompany, updateRow } from './legal-entities.queries.ts'

type Sealed = { id: number; wildberries_token: string | null }

const holderOf = (companyId: number, id: number): string => `${companyId} ${id}`

// If SECRET_KEY has changed or the row was tampered with, the token must be entered again.
function open(secretKey: SecretKey, companyId: number, { id, wildberries_token }: Sealed): string | null {
  if (wildberries_token === null) return null
  try {
    return unseal(secretKey, 'wildberries', wildberries_token, holderOf(companyId, id))
  } catch {
    return null
  }
}

const dots = '••••'
const shownSigns = 4

/** Shows enough of a token for its owner to recognize it. */
export function describeToken(
  secretKey: SecretKey,
  companyId: number,
  row: Sealed,
): LegalEntity['wildberries'] {
  const token = open(secretKey, companyId, row)
  if (token === null) return { connected: false, masked_token: row.wildberries_token === null ? null : dots }
  // The last characters of a short token would reveal too much of it.
  const end = token.length < 4 * shownSigns ? '' : token.slice(-shownSigns)
  return { connected: true, masked_token: dots + end }
}

const maxTokens = 5

/** The tokens that can be unsealed, that of the default legal entity first. */
export async function listWildberriesTokens(db: Db, secretKey: SecretKey): Promise<string[]> {
  const rows = await findTokenRows(db, maxTokens)
  return rows.flatMap((row) => open(secretKey, db.companyId, row) ?? [])
}

/** Stores the sealed token of a legal entity, or deletes it. @throws ApiError not_found, forbidden */
export async function setWildberriesToken(
  db: Db,
  secretKey: SecretKey,
  actor: Actor,
  id: number,
  token: string | null,
): Promise<void> {
  await lockCompany(db)
  const found = await findLegalEntityRow(db, id)
  if (!found) throw new ApiError('not_found')
  const { name, wildberries_token: before } = toConnect(actor, found)
  if (before === null && token === null) return
  const wildberries_token =
    token === null ? null : seal(secretKey, 'wildberries', token, holderOf(db.companyId, id))
  await updateRow(db, id, { wildberries_token, updated_at: nowIso(), updated_by: actor.userId })
  const action = token === null ? 'wildberries_disconnect' : 'wildberries_connect'
  await writeAudit(db, actor, { action, entity: 'legal_entity', id, title: name })
  db.announce({ entity: 'legal_entity', id, action: 'update' }, [])
}
