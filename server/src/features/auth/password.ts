import { hash, verify } from '@node-rs/argon2'

/** Argon2id with the library's parameters (19 MiB, 2 passes), as OWASP recommends. */
export const hashPassword = (password: string): Promise<string> => hash(password)

// Something to compare with where there is no account, so that the answer takes as long as where there is one.
const nobody = hashPassword('the password of nobody')

export async function isPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const isRight = await verify(passwordHash ?? (await nobody), password)
  return passwordHash !== null && isRight
}
