import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

/** How long an app shows a code, seconds. */
const period = 30
// By how many codes a phone's clock may be wrong.
const window = 1

export const makeSecret = (): string => new Secret({ size: 20 }).base32

const appOf = (secret: string, label = '') =>
  new TOTP({ issuer: 'Artel', label, secret: Secret.fromBase32(secret), period, digits: 6 })

/** The otpauth address in the QR code; `label` distinguishes the accounts of one person. */
export const addressOf = (secret: string, label: string): string => appOf(secret, label).toString()

/** The time step of a code, or null if the code is not valid at the instant `at`. */
export function findStep(secret: string, code: string, at: Date): number | null {
  const by = appOf(secret).validate({ token: code, timestamp: at.getTime(), window })
  return by === null ? null : stepAt(at) + by
}

const stepAt = (at: Date): number => Math.floor(at.getTime() / 1000 / period)

/**
 * The last time step that may be used at the instant `at`. A later step was used under a wrong server clock.
 */
export const latestStep = (at: Date): number => stepAt(at) + window

/**
 * A code without spaces and dashes, in lower case, because people type codes in groups and in either case.
 */
export const plainCode = (typed: string): string => typed.replace(/[\s\p{Pd}]/gu, '').toLowerCase()

export const isAppCode = (plain: string): boolean => /^\d{6}$/.test(plain)

// No characters that look alike: 0 and o, 1, i and l.
const letters = '23456789abcdefghjkmnpqrstuvwxyz'
const groups = 4
const groupLetters = 4
const recoveryCodes = 10

/** Each code has 79 random bits, too many to guess even with a stolen copy of the table. */
export const makeRecoveryCodes = (): string[] => Array.from({ length: recoveryCodes }, makeRecoveryCode)

const makeRecoveryCode = (): string =>
  Array.from({ length: groups }, () => Array.from({ length: groupLetters }, makeLetter).join('')).join('-')

function makeLetter(): string {
  // A byte after the last complete round would make the first letters more likely.
  const rounds = 256 - (256 % letters.length)
  for (;;) {
    const [byte = 0] = randomBytes(1)
    if (byte < rounds) return letters.charAt(byte % letters.length)
  }
}
