import { hash, verify } from '@node-rs/argon2'
import { FairQueue, type GuestOwner, type WorkOwner } from '../../limits/fair-queue.ts'

/**
 * At most two hashes run at a time. Each blocks one of the four threads of the process, which also serve
 * files, compressed responses and DNS lookups, so two threads stay free for these. Waiting guests delay only
 * other guests.
 */
const hashing = new FairQueue({
  running: 2,
  runningOfCompany: 2,
  runningOfPerson: 1,
  waitingOfPerson: 30,
  waitingOfCompany: 1000,
})

/**
 * Argon2id with the library's parameters (19 MiB, 2 passes), as OWASP recommends. Without the queue: use it
 * only in commands, which serve no other requests.
 */
export const hashPassword = (password: string): Promise<string> => hash(password)

/** Same, in the queue, for a call on behalf of `owner`. @throws LimitError if too many calls wait */
export const hashInTurn = (password: string, owner: WorkOwner | GuestOwner): Promise<string> =>
  hashing.run(owner, () => hashPassword(password))

// A hash to compare with if there is no account, so that the response takes as long as with an account.
const nobody = hashPassword('the password of nobody')

/** KiB. */
const maxMemory = 19 * 1024
const ownHash = /^\$argon2id\$v=19\$m=(\d{1,5}),t=[12],p=1\$[\w+/]{1,64}\$[\w+/]{1,64}$/

/**
 * Whether comparing with the hash costs no more than with one of `hashPassword`. The library spends the memory and time
 * that a hash names, and the hashes in the archive of a company may name any.
 */
const isAffordable = (hash: string): boolean => Number(ownHash.exec(hash)?.[1] ?? Number.NaN) <= maxMemory

/** No password is right for a hash that costs more than those of `hashPassword`. @throws LimitError if too many calls wait */
export async function isPassword(
  passwordHash: string | null,
  password: string,
  owner: WorkOwner | GuestOwner,
): Promise<boolean> {
  const known = passwordHash !== null && isAffordable(passwordHash) ? passwordHash : null
  const isRight = await hashing.run(owner, async () => verify(known ?? (await nobody), password))
  return known !== null && isRight
}
