import { createHash, randomBytes } from 'node:crypto'

/** 32 random bytes in letters that need no escaping anywhere. */
export const makeToken = (): string => randomBytes(32).toString('base64url')

/** What is stored of a token: it opens nothing. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()
