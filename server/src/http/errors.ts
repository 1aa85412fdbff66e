import { type ErrorBody, type ErrorCode, errorStatus, type FieldErrors } from '@artel/contract/errors'
import type { FieldTextKey } from '@artel/contract/errors.en'
import type { Locale } from '@artel/contract/primitives'
import { cutText } from '@artel/contract/storable'
import type { FastifyError } from 'fastify'
import { StorageAwayError } from '../storage/storage.ts'
import type { Say, TextValues } from '../texts/said-texts.ts'

/** A sentence about one field, put into words once the reader's language is known. */
export type FieldIssue = { path: string; key: FieldTextKey; values?: TextValues }

/** Mistakes that one answer tells. Whoever has made more mends these first. */
export const mostIssues = 50
/** Characters of a field's name that are repeated to its sender. */
const longestPath = 200

type Beside = Pick<ErrorBody, 'current' | 'changed' | 'archived_user_id' | 'instruction_id'>

/** The one way to refuse: a code of the catalogue and, where fields are the reason, what is wrong at which. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly issues: readonly FieldIssue[]
  /** What the answer carries beyond the code and its sentences. */
  readonly beside: Beside
  /** What the sentence names. */
  readonly values: TextValues

  constructor(
    code: ErrorCode,
    issues: readonly FieldIssue[] = [],
    beside: Beside = {},
    values: TextValues = {},
  ) {
    super(code)
    this.code = code
    this.issues = issues
    this.beside = beside
    this.values = values
  }
}

/** 429: what may be tried again after so many seconds. */
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

/** By which code a failure is answered. */
export const codeOf = (error: unknown): ErrorCode => toApiError(error)?.code ?? 'internal'

/** The status and body that answer a failure; what is not known to us is `internal` and says nothing more. */
export function describeError(
  error: unknown,
  say: Say,
  locale: Locale,
  requestId: string,
): { status: number; body: ErrorBody } {
  const known = toApiError(error)
  const code = known?.code ?? 'internal'
  const message = say(locale, `errors.${code}`, { ...known?.values, request_id: requestId })
  const body: ErrorBody = { status: false, message, code, ...known?.beside }
  if (code === 'internal') body.request_id = requestId
  if (known && (errorStatus[code] === 422 || known.issues.length > 0))
    body.errors = describeFields(known.issues, say, locale)
  return { status: errorStatus[code], body }
}

function describeFields(issues: readonly FieldIssue[], say: Say, locale: Locale): FieldErrors {
  // No prototype: a field may be called anything.
  const errors: FieldErrors = Object.create(null)
  for (const { path, key, values } of issues.slice(0, mostIssues)) {
    const name = cutText(path, longestPath)
    errors[name] = [...(errors[name] ?? []), say(locale, `fields.${key}`, values)]
  }
  return errors
}

/**
 * Codes of refusals that a library makes, by their status. Any other 4xx is `bad_request`: also 401, because it would
 * sign out a person, and no library knows who is signed in; and 422, because it names no field.
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

/** The client's fault by the status that a library gives it, else undefined. */
function libraryCode(status: unknown): ErrorCode | undefined {
  if (typeof status !== 'number' || !Number.isInteger(status)) return undefined
  return status >= 400 && status < 500 ? (libraryCodes[status] ?? 'bad_request') : undefined
}

// PostgreSQL's codes: a constraint that two people broke at once, by naming something that the other deletes for one.
const outOfRange = '22003'
const conflicts = new Set(['23503', '23505', '23P01'])
// The system's and PostgreSQL's codes for what may pass: a database that is away, read-only or too busy.
const away = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT'],
  // The system has no more descriptors, memory or buffers at this moment.
  ...['EMFILE', 'ENFILE', 'ENOMEM', 'ENOBUFS', 'EAGAIN'],
  // A disk that is full, or harmed, may be mended.
  ...['ENOSPC', 'EDQUOT', '58030'],
  ...['25006', '25P03', '40001', '40P01', '55P03', '57014'],
])
// Lost connections; whatever a server may run out of (disk, memory, connections); one that goes away or comes.
const awayClasses = /^(08|53|57P)[0-9A-Z]+$/
// The driver's own words for a connection that was lost or never came; they have no code.
const lost =
  /^(Connection terminated|Client (has encountered|was closed)|timeout exceeded when trying to connect|Query read timeout)/

const broken = new Set(['57P01', '57P02', 'ECONNRESET', 'EPIPE'])

/** Whether the connection broke under a statement: another one may well answer. */
export function isBrokenConnection(error: unknown): boolean {
  const { code, message } = error as Partial<FastifyError> // read as an unknown: all may be missing
  return (
    broken.has(code ?? '') ||
    /^(Connection terminated|Client (has encountered|was closed))/.test(message ?? '')
  )
}

function toApiError(error: unknown): ApiError | null {
  if (error instanceof ApiError) return error
  if (error instanceof StorageAwayError) return new ApiError('unavailable')
  const { code, statusCode, message } = error as Partial<FastifyError> // read as an unknown: all may be missing
  if (code && conflicts.has(code)) return new ApiError('conflict')
  // Sums of what was sent each within its bounds: nothing has changed, and smaller numbers may pass.
  if (code === outOfRange) return new ApiError('invalid')
  const isAway = code && (away.has(code) || awayClasses.test(code))
  if (isAway || (message && lost.test(message))) return new ApiError('unavailable')
  const known = libraryCode(statusCode)
  return known ? new ApiError(known) : null
}
