import type { Root } from '../../database/open.ts'
import { type Device, isKnown } from '../../http/device.ts'
import { LimitError } from '../../http/errors.ts'
import { clearTries, guardTries, type Limit, type Try, takeTries, type Verdict } from '../../http/tries.ts'

const quarter = 900
const hour = 3600
const day = 24 * hour

const wrongHere: Limit = { name: 'wrong password at address', most: 5, seconds: quarter }
const wrongAtAddress: Limit = { name: 'wrong passwords of address', most: 100, seconds: quarter }
const wrongOfAccount: Limit = { name: 'wrong passwords of account', most: 50, seconds: hour }
const wrongOfDevice: Limit = { name: 'wrong passwords of device', most: 10, seconds: quarter }
const wrongOwn: Limit = { name: 'wrong own password', most: 10, seconds: quarter }
/** Right ones too, because each costs a hash, and a forgotten window repeats them for an intruder. */
const ownOf: Limit = { name: 'own passwords', most: 200, seconds: quarter }
/** Refused ones too. Narrow, because the calls that end sessions share their turns with them. */
const ownChanges: Limit = { name: 'changes of own password', most: 20, seconds: quarter }
const wrongOwnCode: Limit = { name: 'wrong own code', most: 10, seconds: quarter }
/**
 * Of a factor in force, from every device and every place where a code is asked for. Three of a million codes are right
 * at a time, so that a guesser who knows the password and never stops is right after some decades.
 */
const wrongCodes: Limit = { name: 'wrong codes of account', most: 10, seconds: hour }
const wrongCodesOfDay: Limit = { name: 'wrong codes of account a day', most: 20, seconds: day }
/** Right passwords in a row that no right code came with. A usual sign-in makes one of them. */
const withoutCode: Limit = { name: 'passwords without code', most: 3, seconds: day }
const forgotOfAccount: Limit = { name: 'forgotten password of account', most: 3, seconds: hour }
const forgotAtAddress: Limit = { name: 'forgotten passwords of address', most: 10, seconds: hour }

/** `client`: the key of `clientKey`; `account`: undefined where nobody has that login. */
type Attempt = {
  login: string
  client: string
  device: Device
  account: { id: number; epoch: number } | undefined
}

/**
 * A device that has signed the person in before is counted by itself, so that no guesser can lock them out of it.
 * Elsewhere whoever has spent the narrow limit spends no more of the account's.
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

/** Looks at the password of a sign-in, and at its code, unless too many were wrong. @throws LimitError */
export const guardLogin = (root: Root, attempt: Attempt, judge: () => Promise<Verdict>): Promise<Verdict> =>
  guardTries(root, triesOf(attempt), judge)

/** Clears what guessers have spent of an account that its owner has just set a new password for. */
export const clearAccount = (root: Root, login: string): Promise<void> =>
  clearTries(root, { limit: wrongOfAccount, subject: login })

/** Looks at the password that a signed-in person repeats, unless too many were wrong, or too many at all. @throws LimitError */
export async function guardOwn(root: Root, userId: number, judge: () => Promise<Verdict>): Promise<Verdict> {
  await takeTries(root, [{ limit: ownOf, subject: userId }])
  return guardTries(root, [{ limit: wrongOwn, subject: userId }], judge)
}

/** Counts that a person asks for another password, whatever comes of it. @throws LimitError */
export const takeOwnChange = (root: Root, userId: number): Promise<void> =>
  takeTries(root, [{ limit: ownChanges, subject: userId }])

/** The same for a code. Counted apart: a password that is right must not clear the guesses at a code. */
export const guardOwnCode = (root: Root, userId: number, judge: () => Promise<Verdict>): Promise<Verdict> =>
  guardTries(root, [{ limit: wrongOwnCode, subject: userId }], judge)

/**
 * Looks at a code of a factor in force, unless too many were wrong. Neither a new password nor a known device gives
 * further tries. @throws LimitError
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

/** Clears what was counted of an account's codes: a right one was shown. */
export async function clearCodes(root: Root, userId: number): Promise<void> {
  for (const limit of [wrongCodes, wrongCodesOfDay, withoutCode])
    await clearTries(root, { limit, subject: userId })
}

/** Counts a right password that no right code came with. @returns whether there were more than a few in a row */
export const isOftenWithoutCode = (root: Root, userId: number): Promise<boolean> =>
  takeTries(root, [{ limit: withoutCode, subject: userId }]).then(
    () => false,
    (error: unknown) => {
      if (error instanceof LimitError) return true
      throw error
    },
  )

/** Counts by the email as it was sent, whether anybody has it or not. @throws LimitError */
export const takeForgotTry = (root: Root, email: string, client: string): Promise<void> =>
  takeTries(root, [
    { limit: forgotOfAccount, subject: email },
    { limit: forgotAtAddress, subject: client },
  ])
