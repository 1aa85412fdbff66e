import { cutText } from '@artel/contract/shapes/storable'
import type { LightMyRequestResponse } from 'fastify'
import { inject } from 'vitest'

const secrets = new Set<string>()
// Shorter secrets would occur in a log by chance.
const shortest = 8

/** Remembers a value that no log line may contain. */
export function keepSecret(value: unknown): void {
  if (typeof value === 'string' && value.trim().length >= shortest) secrets.add(value.trim())
}

const secretFields = new Set(['password', 'password_confirmation', 'current_password', 'token'])

/** Each test file has its own secrets: a search for those of all earlier files would take minutes. */
export const clearSecrets = () => secrets.clear()

/** Remembers the passwords and tokens that a call sends, and the cookies of its answer. */
export function keepSecretsOf(body: object | undefined, answer: LightMyRequestResponse): void {
  for (const [name, value] of Object.entries(body ?? {})) if (secretFields.has(name)) keepSecret(value)
  for (const { value } of answer.cookies) for (const part of value.split('.')) keepSecret(part)
}

/** The lines, shortened, that contain a secret or are not exactly one log event. */
export function findLeaks(lines: readonly string[]): string[] {
  const connection = inject('connection')
  if (typeof connection === 'object') keepSecret(connection.password)
  const text = lines.join('')
  const leaked = [...secrets].filter((secret) => text.includes(secret))
  const isBad = (line: string) => !isOneEvent(line) || leaked.some((secret) => line.includes(secret))
  return lines.filter(isBad).map((line) => cutText(line, 300))
}

function isOneEvent(line: string): boolean {
  if (line.indexOf('\n') !== line.length - 1) return false
  try {
    return typeof JSON.parse(line) === 'object'
  } catch {
    return false
  }
}
