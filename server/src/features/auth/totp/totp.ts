import type { totp } from '@artel/contract/account/totp'
import type { AnswerOf } from '@artel/contract/call'
import type { Actor } from '../../../access/actor.ts'
import { now } from '../../../clock.ts'
import type { Root } from '../../../database/connection/open.ts'
import { inOwnAccount, inTransaction } from '../../../database/transaction.ts'
import { ApiError, fieldError } from '../../../errors/errors.ts'
import type { Verdict } from '../../../limits/tries.ts'
import { type SecretKey, seal, unseal } from '../../../seal.ts'
import { endOtherSessions } from '../../../sessions/session-list.ts'
import { auditOwn } from '../auth.audit.ts'
import { clearCodes, guardCode, guardOwnCode, isOftenWithoutCode } from '../auth.limits.ts'
import { assertStillJudged, type Call, checkOwnPassword } from '../auth.passwords.ts'
import { deleteLinks, getLogin, type Person } from '../auth.queries.ts'
import { readerOf, totpOffMail, totpOnMail, withoutCodeMail } from '../mails/mails.ts'
import { sendOwnChange, sendWarning } from '../mails/outbox.ts'
import {
  confirmFactor,
  consumeRecoveryCode,
  consumeStep,
  countRecoveryCodes,
  deleteFactor,
  findFactor,
  insertRecoveryCodes,
  putPending,
} from './totp.queries.ts'
import { addressOf, findStep, isAppCode, makeRecoveryCodes, makeSecret, plainCode } from './totp.rules.ts'

export async function describeFactor(root: Root, person: Person): Promise<AnswerOf<typeof totp.get>['totp']> {
  const factor = await findFactor(root, person)
  const left = await countRecoveryCodes(root, person)
  return { confirmed_at: factor?.confirmed_at ?? null, recovery_codes_left: left }
}

const holderOf = ({ companyId, userId }: Person): string => `${companyId} ${userId}`

/**
 * Creates an unconfirmed factor.
 * @throws ApiError 422 at `password`; wrong_state if there is a factor; LimitError
 */
export async function enableTotp(
  { root, db, actor }: Call,
  secretKey: SecretKey,
  password: string,
): Promise<Omit<AnswerOf<typeof totp.enable>, 'status'>> {
  const login = await checkOwnPassword(root, actor, 'password', password)
  const { email } = login
  const secret = makeSecret()
  const isPut = await inOwnAccount(root, db, actor, async (_, connection) => {
    await assertStillJudged(connection, login, 'password')
    return putPending(connection, actor, seal(secretKey, 'totp', secret, holderOf(actor)))
  })
  if (!isPut) throw new ApiError('wrong_state')
  const url = addressOf(secret, email)
  // Imported here, because the library is large and seldom needed.
  const { toSVG } = await import('bwip-js/node')
  return { secret, url, qr: toSVG({ bcid: 'qrcode', text: url }) }
}

/**
 * Confirms the factor after the person has entered a code of it. Ends all their sessions but `session`.
 * @returns the recovery codes; only their hashes are stored
 * @throws ApiError 422 at `code`; wrong_state if there is no unconfirmed factor; LimitError
 */
export async function confirmTotp(
  { root, db, actor }: Call,
  secretKey: SecretKey,
  session: string,
  code: string,
): Promise<string[]> {
  const factor = await findFactor(root, actor)
  if (!factor || factor.confirmed_at !== null) throw new ApiError('wrong_state')
  const seen: { step: number | null } = { step: null }
  await checkOwnCode(root, actor, async () => {
    seen.step = stepOf(secretKey, actor, factor.secret, plainCode(code))
    return seen.step !== null
  })
  const codes = makeRecoveryCodes()
  await inOwnAccount(root, db, actor, async (_, connection) => {
    const isConfirmed = await confirmFactor(connection, actor, factor.secret, seen.step ?? 0)
    if (!isConfirmed) throw new ApiError('wrong_state')
    await insertRecoveryCodes(connection, actor, codes.map(plainCode))
    await clearCodes(connection, actor.userId)
    // Somebody who knew the password would otherwise stay signed in, or could have requested another email.
    await endOtherSessions(connection, actor, session)
    await deleteLinks(connection, actor, 'email')
    await auditOwn(connection, actor, actor, 'totp_enable')
    const reader = readerOf(await getLogin(connection, actor))
    await sendOwnChange(connection, secretKey, actor, totpOnMail(reader))
  })
  return codes
}

/** @throws ApiError 422 at `password` or `code`; wrong_state if there is no factor; LimitError */
export async function disableTotp(
  { root, db, actor }: Call,
  secretKey: SecretKey,
  { password, code }: { password: string; code: string },
): Promise<void> {
  const login = await checkOwnPassword(root, actor, 'password', password)
  await checkOwnCode(root, actor, async () => {
    const use = await consumeFactor(root, secretKey, actor, code)
    if (use === 'none') throw new ApiError('wrong_state')
    if (use === 'wrong') await warnWithoutCode(root, secretKey, actor)
    return use === 'app' || use === 'recovery'
  })
  await inOwnAccount(root, db, actor, async (_, connection) => {
    await assertStillJudged(connection, login, 'password')
    // The code was of this factor. Another one may have replaced it meanwhile.
    const { factor_secret } = await getLogin(connection, actor)
    const isJudged = factor_secret === login.factor_secret
    if (!isJudged || !(await deleteFactor(connection, actor))) throw new ApiError('wrong_state')
    await auditOwn(connection, actor, actor, 'totp_disable')
    const reader = readerOf(await getLogin(connection, actor))
    await sendOwnChange(connection, secretKey, actor, totpOffMail(reader))
  })
}

async function checkOwnCode(root: Root, actor: Actor, isRight: () => Promise<boolean>): Promise<void> {
  const verdict = await guardOwnCode(root, actor.userId, async () => ((await isRight()) ? 'right' : 'wrong'))
  if (verdict === 'wrong') throw fieldError('code', 'wrong_code')
}

/**
 * Result of the check of a second factor: `none` if the person has no factor, `missing` if no code was sent.
 */
export type FactorUse = 'none' | 'app' | 'recovery' | 'missing' | 'wrong'

export const verdictOf: Record<FactorUse, Verdict> = {
  none: 'right',
  app: 'right',
  recovery: 'right',
  missing: 'unfinished',
  wrong: 'wrong',
}

/**
 * Checks a person's code and uses it up. Attempts with recovery codes are not counted, because nobody can
 * guess one. They let a person in whom a guesser of codes has locked out.
 * @throws LimitError after too many wrong codes
 */
export async function consumeFactor(
  root: Root,
  secretKey: SecretKey,
  person: Person,
  typed: string | undefined,
): Promise<FactorUse> {
  const factor = await findFactor(root, person)
  if (!factor || factor.confirmed_at === null) return 'none'
  if (typed === undefined) return 'missing'
  const code = plainCode(typed)
  if (!isAppCode(code)) {
    if (!(await consumeRecoveryCode(root, person, code))) return 'wrong'
    await clearCodes(root, person.userId)
    return 'recovery'
  }
  const verdict = await guardCode(root, person.userId, async () => {
    const step = stepOf(secretKey, person, factor.secret, code)
    return step !== null && (await consumeStep(root, person, step)) ? 'right' : 'wrong'
  })
  return verdict === 'right' ? 'app' : 'wrong'
}

/**
 * Counts a right password without a right code. After more than a few in a row it mails the person, because
 * somebody else may know the password.
 * @returns whether there were that many
 */
export async function warnWithoutCode(root: Root, secretKey: SecretKey, person: Person): Promise<boolean> {
  if (!(await isOftenWithoutCode(root, person.userId))) return false
  await inTransaction(root, async (connection) => {
    const reader = readerOf(await getLogin(connection, person))
    await sendWarning(connection, secretKey, person, withoutCodeMail(reader))
  })
  return true
}

function stepOf(secretKey: SecretKey, person: Person, sealed: string, code: string): number | null {
  const secret = open(secretKey, person, sealed)
  return secret === null ? null : findStep(secret, code, now())
}

// After a change of SECRET_KEY no code of the app is valid. Recovery codes still are.
function open(secretKey: SecretKey, person: Person, sealed: string): string | null {
  try {
    return unseal(secretKey, 'totp', sealed, holderOf(person))
  } catch {
    return null
  }
}
