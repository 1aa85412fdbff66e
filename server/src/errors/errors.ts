import { type ErrorBody, type ErrorCode, errorStatus, type FieldErrors } from '@artel/contract/errors/errors'
import type { FieldTextKey } from '@artel/contract/errors/errors.en'
import type { Locale } from '@artel/contract/shapes/primitives'
import { cutText } from '@artel/contract/shapes/storable'
import type { FastifyError } from 'fastify'
import { StorageUnavailableError } from '../storage/storage.errors.ts'
import type { Say, TextValues } from '../texts/said-texts.ts'

/** An error at one field. It becomes a sentence once the reader's language is known. */
export type FieldIssue = { path: string; key: FieldTextKey; values?: TextValues }

/** Maximum field errors in one answer. A sender with more errors corrects these first. */
export const maxIssues = 50
/** Maximum characters of a field's name that an answer repeats. */
const longestPath = 200

type ErrorDetails = Pick<ErrorBody, 'current' | 'changed' | 'archived_user_id' | 'instruction_id'>

/**
 * The one error for refusals: a code of the catalogue and, if fields are the reason, what is wrong at which
 * field.
 */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly issues: readonly FieldIssue[]
  /** Properties of the answer beyond the code and its sentences. */
  readonly details: ErrorDetails
  /** Values for the placeholders of the sentence. */
  readonly values: TextValues

  constructor(
    code: ErrorCode,
    issues: readonly FieldIssue[] = [],
    details: ErrorDetails = {},
    values: TextValues = {},
  ) {
    super(code)
    this.code = code
    this.issues = issues
    this.details = details
    this.values = values
  }
}

/** 429, with the number of seconds after which the caller may try again. */
export class LimitError extends ApiError {
  readonly retryAfterSeconds: number

  constructor(
    retryAfterSeconds: number,
    code: 'too_many_requests' | 'too_many_mails' | 'too_many_pushes' = 'too_many_requests',
  ) {
    const [minutes, hours] = [60, 3600].map((seconds) => Math.max(1, Math.ceil(retryAfterSeconds / seconds)))
    super(code, [], {}, { minutes: minutes!, hours: hours! }) // there are two
    this.retryAfterSeconds = Math.max(1, retryAfterSeconds)
  }
}

/** 422 on one field. */
export const fieldError = (path: string, key: FieldTextKey, values?: TextValues): ApiError =>
  new ApiError('invalid', [{ path, key, ...(values && { values }) }])

/** The code by which a failure is answered. */
export const codeOf = (error: unknown): ErrorCode => toApiError(error)?.code ?? 'internal'

/** The status and body that answer a failure. An unknown failure is `internal` and reveals nothing more. */
export function describeError(
  error: unknown,
  say: Say,
  locale: Locale,
  requestId: string,
): { status: number; body: ErrorBody } {
  const known = toApiError(error)
  const code = known?.code ?? 'internal'
  const message = say(locale, `errors.${code}`, { ...known?.values, request_id: requestId })
  const body: ErrorBody = { status: false, message, code, ...known?.details }
  if (code === 'internal') body.request_id = requestId
  if (known && (errorStatus[code] === 422 || known.issues.length > 0))
    body.errors = describeFields(known.issues, say, locale)
  return { status: errorStatus[code], body }
}

function describeFields(issues: readonly FieldIssue[], say: Say, locale: Locale): FieldErrors {
  // No prototype, because a field may have any name.
  const errors: FieldErrors = Object.create(null)
  for (const { path, key, values } of issues.slice(0, maxIssues)) {
    const name = cutText(path, longestPath)
    errors[name] = [...(errors[name] ?? []), say(locale, `fields.${key}`, values)]
  }
  return errors
}

/**
 * Codes of refusals that a library makes, by their status. Any other 4xx becomes `bad_request`. This includes
 * 401, because it would sign out a person, and no library knows who is signed in; and 422, because it names
 * no field.
 */
const libraryCodes: Record<number, ErrorCode> = {
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  409: 'conflict',
  413: 'too_large',
  415: 'unsupported_media_type',
  429: 'too_many_requests',
  431: 'headers_too_large',
}

/** The code for a status by which a library blames the client, else undefined. */
function libraryCode(status: unknown): ErrorCode | undefined {
  if (typeof status !== 'number' || !Number.isInteger(status)) return undefined
  return status >= 400 && status < 500 ? (libraryCodes[status] ?? 'bad_request') : undefined
}

// PostgreSQL's codes. A conflict is a constraint that two concurrent calls violate, for example because one
// refers to a row that the other deletes.
const outOfRange = '22003'
const conflicts = new Set(['23503', '23505', '23P01'])
// Codes of the system and of PostgreSQL for temporary failures: a database that is unavailable, read-only or
// too busy.
const away = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  // The system has no free descriptors, memory or buffers at this moment.
  'EMFILE',
  'ENFILE',
  'ENOMEM',
  'ENOBUFS',
  'EAGAIN',
  // A full or damaged disk may be repaired.
  'ENOSPC',
  'EDQUOT',
  '58030',
  '25006',
  '25P03',
  '40001',
  '40P01',
  '55P03',
  '57014',
])
// Lost connections; a server that runs out of disk, memory or connections; a server that shuts down or
// starts.
const awayClasses = /^(08|53|57P)[0-9A-Z]+$/
// Messages of the driver for a lost or failed connection. These errors have no code.
const lost =
  /^(Connection terminated|Client (has encountered|was closed)|timeout exceeded when trying to connect|Query read timeout)/

function toApiError(error: unknown): ApiError | null {
  if (error instanceof ApiError) return error
  if (error instanceof StorageUnavailableError) return new ApiError('unavailable')
  const { code, statusCode, message } = error as Partial<FastifyError> // read as an unknown: all may be missing
  if (code && conflicts.has(code)) return new ApiError('conflict')
  // A sum of values that are each within their bounds. Nothing has changed, and smaller numbers may pass.
  if (code === outOfRange) return new ApiError('invalid')
  const isAway = code && (away.has(code) || awayClasses.test(code))
  if (isAway || (message && lost.test(message))) return new ApiError('unavailable')
  const known = libraryCode(statusCode)
  return known ? new ApiError(known) : null
}
