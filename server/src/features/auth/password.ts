import { hash, verify } from '@node-rs/argon2'
import { FairQueue, type GuestOwner, type WorkOwner } from '../../http/fair-queue.ts'

/**
 * Each hash keeps one of the four threads that the process has for files, compressed answers and names of hosts as well,
 * so that two of them are always left to these. Guests wait behind one another alone.
 */
const hashing = new FairQueue({
  running: 2,
  runningOfCompany: 2,
  runningOfPerson: 1,
  waitingOfPerson: 30,
  waitingOfCompany: 1000,
})

/** Argon2id with the library's parameters (19 MiB, 2 passes), as OWASP recommends. For commands, which serve nobody else. */
export const hashPassword = (password: string): Promise<string> => hash(password)

/** The same for a call, on behalf of `owner`. @throws LimitError where too many wait */
export const hashInTurn = (password: string, owner: WorkOwner | GuestOwner): Promise<string> =>
  hashing.run(owner, () => hashPassword(password))

// Something to compare with where there is no account, so that the answer takes as long as where there is one.
const nobody = hashPassword('the password of nobody')

/** @throws LimitError where too many wait */
export async function isPassword(
  passwordHash: string | null,
  password: string,
  owner: WorkOwner | GuestOwner,
): Promise<boolean> {
  const isRight = await hashing.run(owner, async () => verify(passwordHash ?? (await nobody), password))
  return passwordHash !== null && isRight
}
