import { createHash, randomBytes } from 'node:crypto'

/** 32 random bytes in characters that need no escaping anywhere. */
export const makeToken = (): string => randomBytes(32).toString('base64url')

/** The stored form of a token. It gives no access. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()
