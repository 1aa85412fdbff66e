import type { Root } from '../../database/connection/open.ts'
import { LimitError } from '../../errors/errors.ts'
import {
  clearTries,
  consumeAttempts,
  guardTries,
  type Limit,
  type Try,
  type Verdict,
} from '../../limits/tries.ts'
import { type Device, isKnown } from '../../sessions/device.ts'

const quarter = 900
const hour = 3600
const day = 24 * hour

const wrongHere: Limit = { name: 'wrong password at address', most: 5, seconds: quarter }
const wrongAtAddress: Limit = { name: 'wrong passwords of address', most: 100, seconds: quarter }
const wrongOfAccount: Limit = { name: 'wrong passwords of account', most: 50, seconds: hour }
const wrongOfDevice: Limit = { name: 'wrong passwords of device', most: 10, seconds: quarter }
const wrongOwn: Limit = { name: 'wrong own password', most: 10, seconds: quarter }
/**
 * Counts right passwords too: each costs a hash, and an intruder can repeat them in a window that was left
 * open.
 */
const ownOf: Limit = { name: 'own passwords', most: 200, seconds: quarter }
/**
 * Counts refused changes too. The limit is low, because calls that end sessions wait in one queue with
 * changes.
 */
const ownChanges: Limit = { name: 'changes of own password', most: 20, seconds: quarter }
const wrongOwnCode: Limit = { name: 'wrong own code', most: 10, seconds: quarter }
/**
 * Wrong codes of a confirmed factor, from every device and every form that asks for a code. Three of a
 * million codes are valid at a time, so a guesser who knows the password and never stops needs some decades.
 */
const wrongCodes: Limit = { name: 'wrong codes of account', most: 10, seconds: hour }
const wrongCodesOfDay: Limit = { name: 'wrong codes of account a day', most: 20, seconds: day }
/** Consecutive right passwords without a right code. A usual sign-in causes one. */
const withoutCode: Limit = { name: 'passwords without code', most: 3, seconds: day }
const forgotOfAccount: Limit = { name: 'forgotten password of account', most: 3, seconds: hour }
const forgotAtAddress: Limit = { name: 'forgotten passwords of address', most: 10, seconds: hour }

/** `client`: the key from `clientKey`; `account`: undefined if nobody has that login. */
type Attempt = {
  login: string
  client: string
  device: Device
  account: { id: number; epoch: number } | undefined
}

/**
 * A device on which the person has signed in before has its own counter, so that no guesser can lock them out
 * of it. On other devices, a client that has reached its own limit no longer counts against the limit of the
 * account.
 */
function triesOf({ login, client, device, account }: Attempt): [Try, ...Try[]] {
  if (account && isKnown(device, account)) {
    return [{ limit: wrongOfDevice, subject: `${device.id} ${account.id}` }]
  }
  return [
    { limit: wrongHere, subject: `${client} ${login}` },
    { limit: wrongAtAddress, subject: client },
    { limit: wrongOfAccount, subject: login },
  ]
}

/** Checks the password and the code of a sign-in, unless too many were wrong. @throws LimitError */
export const guardLogin = (root: Root, attempt: Attempt, judge: () => Promise<Verdict>): Promise<Verdict> =>
  guardTries(root, triesOf(attempt), judge)

/** Clears the wrong passwords of an account whose owner has just set a new password. */
export const clearAccount = (root: Root, login: string): Promise<void> =>
  clearTries(root, { limit: wrongOfAccount, subject: login })

/**
 * Checks the password that a signed-in person repeats, unless too many were wrong or too many were checked.
 * @throws LimitError
 */
export async function guardOwn(root: Root, userId: number, judge: () => Promise<Verdict>): Promise<Verdict> {
  await consumeAttempts(root, [{ limit: ownOf, subject: userId }])
  return guardTries(root, [{ limit: wrongOwn, subject: userId }], judge)
}

/** Counts a person's attempt to change their password, whatever its result. @throws LimitError */
export const consumeOwnChange = (root: Root, userId: number): Promise<void> =>
  consumeAttempts(root, [{ limit: ownChanges, subject: userId }])

/**
 * Checks a code that a signed-in person enters, unless too many were wrong. Has its own counter, because a
 * right password must not clear the guesses at a code.
 * @throws LimitError
 */
export const guardOwnCode = (root: Root, userId: number, judge: () => Promise<Verdict>): Promise<Verdict> =>
  guardTries(root, [{ limit: wrongOwnCode, subject: userId }], judge)

/**
 * Checks a code of a confirmed factor, unless too many were wrong. Neither a new password nor a known device
 * gives further attempts.
 * @throws LimitError
 */
export async function guardCode(root: Root, userId: number, judge: () => Promise<Verdict>): Promise<Verdict> {
  const tries: [Try, Try] = [
    { limit: wrongCodes, subject: userId },
    { limit: wrongCodesOfDay, subject: userId },
  ]
  const verdict = await guardTries(root, tries, judge)
  if (verdict === 'right') await clearCodes(root, userId)
  return verdict
}

/** Clears the counters of an account's codes after a right code. */
export async function clearCodes(root: Root, userId: number): Promise<void> {
  for (const limit of [wrongCodes, wrongCodesOfDay, withoutCode])
    await clearTries(root, { limit, subject: userId })
}

/** Counts a right password without a right code. @returns whether there were more than a few in a row */
export const isOftenWithoutCode = (root: Root, userId: number): Promise<boolean> =>
  consumeAttempts(root, [{ limit: withoutCode, subject: userId }]).then(
    () => false,
    (error: unknown) => {
      if (error instanceof LimitError) return true
      throw error
    },
  )

/** Counts by the email that was sent, whether an account has it or not. @throws LimitError */
export const consumeForgotAttempt = (root: Root, email: string, client: string): Promise<void> =>
  consumeAttempts(root, [
    { limit: forgotOfAccount, subject: email },
    { limit: forgotAtAddress, subject: client },
  ])
