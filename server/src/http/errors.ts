import { type ErrorBody, type ErrorCode, errorStatus, type FieldErrors } from '@artel/contract/errors'
import type { FieldTextKey } from '@artel/contract/errors.en'
import type { Locale } from '@artel/contract/primitives'
import type { FastifyError } from 'fastify'
import { errorText, fieldText, type TextValues } from './texts.ts'

/** A sentence about one field, put into words once the reader's language is known. */
export type FieldIssue = { path: string; key: FieldTextKey; values?: TextValues }

/** The one way to refuse: a code of the catalogue and, for `invalid`, what is wrong at which field. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly issues: readonly FieldIssue[]

  constructor(code: ErrorCode, issues: readonly FieldIssue[] = []) {
    super(code)
    this.code = code
    this.issues = issues
  }
}

/** 422 on one field. */
export const fieldError = (path: string, key: FieldTextKey, values?: TextValues): ApiError =>
  new ApiError('invalid', [{ path, key, ...(values && { values }) }])

/** The status and body that answer a failure; what is not known to us is `internal` and says nothing more. */
export function describeError(
  error: unknown,
  locale: Locale,
  requestId: string,
): { status: number; body: ErrorBody } {
  const known = toApiError(error)
  const code = known?.code ?? 'internal'
  const body: ErrorBody = { status: false, message: errorText(locale, code, { request_id: requestId }), code }
  if (code === 'internal') body.request_id = requestId
  if (known && code === 'invalid') body.errors = describeFields(known.issues, locale)
  return { status: errorStatus[code], body }
}

function describeFields(issues: readonly FieldIssue[], locale: Locale): FieldErrors {
  // No prototype: a field may be called anything.
  const errors: FieldErrors = Object.create(null)
  for (const { path, key, values } of issues) {
    errors[path] = [...(errors[path] ?? []), fieldText(locale, key, values)]
  }
  return errors
}

// Fastify's own refusals, by the status it gives them.
const fastifyCodes: Record<number, ErrorCode> = {
  400: 'bad_request',
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'too_large',
  415: 'unsupported_media_type',
}

// PostgreSQL's classes: a constraint that two people broke at once; a database that is away or going away.
const conflicts = new Set(['23505', '23P01'])
const away = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', '57P01', '57P02', '57P03', '53300'])

function toApiError(error: unknown): ApiError | null {
  if (error instanceof ApiError) return error
  const { code, statusCode } = error as Partial<FastifyError> // read as an unknown: both may be missing
  if (code && conflicts.has(code)) return new ApiError('conflict')
  if (code && away.has(code)) return new ApiError('unavailable')
  const known = code?.startsWith('FST_') && statusCode ? fastifyCodes[statusCode] : undefined
  return known ? new ApiError(known) : null
}
