import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

/** Seconds for which an app shows a code. */
const period = 30
// A phone's clock may be that many codes off.
const window = 1

export const makeSecret = (): string => new Secret({ size: 20 }).base32

const appOf = (secret: string, label = '') =>
  new TOTP({ issuer: 'Artel', label, secret: Secret.fromBase32(secret), period, digits: 6 })

/** What an app reads from the QR code; `label` tells the accounts of one person apart. */
export const addressOf = (secret: string, label: string): string => appOf(secret, label).toString()

/** The stretch of time that a code belongs to, or null where it fits none that counts at the instant `at`. */
export function findStep(secret: string, code: string, at: Date): number | null {
  const by = appOf(secret).validate({ token: code, timestamp: at.getTime(), window })
  return by === null ? null : stepAt(at) + by
}

const stepAt = (at: Date): number => Math.floor(at.getTime() / 1000 / period)

/** The last stretch that may have been taken by the instant `at`: one beyond it was taken by a wrong clock. */
export const latestStep = (at: Date): number => stepAt(at) + window

/** A code as it is compared: people type it in groups and in either case. */
export const plainCode = (typed: string): string => typed.replace(/[\s\p{Pd}]/gu, '').toLowerCase()

export const isAppCode = (plain: string): boolean => /^\d{6}$/.test(plain)

// Without what looks alike: 0 and o, 1, i and l.
const letters = '23456789abcdefghjkmnpqrstuvwxyz'
const groups = 4
const groupLetters = 4
const recoveryCodes = 10

/** Each of 79 bits, more than any guesser of a copied table reaches. */
export const makeRecoveryCodes = (): string[] => Array.from({ length: recoveryCodes }, makeRecoveryCode)

const makeRecoveryCode = (): string =>
  Array.from({ length: groups }, () => Array.from({ length: groupLetters }, makeLetter).join('')).join('-')

function makeLetter(): string {
  // A byte beyond the last whole round would make the first letters likelier.
  const rounds = 256 - (256 % letters.length)
  for (;;) {
    const [byte = 0] = randomBytes(1)
    if (byte < rounds) return letters.charAt(byte % letters.length)
  }
}
