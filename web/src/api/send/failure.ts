import type { ErrorBody, ErrorCode, FieldErrors } from '@artel/contract/errors/errors'

/** A refusal of the server. Own keys are exactly those of the body, `status: false` and `statusCode`. */
export class ApiFailure extends Error {
  readonly status = false
  readonly statusCode: number
  declare readonly code?: ErrorCode
  declare readonly errors?: FieldErrors
  declare readonly request_id?: string
  declare readonly current?: object
  declare readonly changed?: NonNullable<ErrorBody['changed']>
  declare readonly archived_user_id?: number
  declare readonly instruction_id?: number

  constructor(body: Partial<ErrorBody>, statusCode: number) {
    super()
    Object.assign(this, body, { status: false })
    this.statusCode = statusCode
  }
}

/** No answer arrived, or the answer is not the server's. */
export class NetworkFailure extends Error {}

export type Failure = ApiFailure | NetworkFailure

/**
 * The failure that a screen shows in place of what it has read before. What is on the screen stays there if only the
 * connection is lost.
 */
export const failureOver = (read: unknown, failure: Failure | null): Failure | null =>
  read !== undefined && failure instanceof NetworkFailure ? null : failure

/** Error texts by field path; empty if the failure is not about fields. */
export function fieldErrorsOf(error: unknown): FieldErrors {
  return error instanceof ApiFailure ? (error.errors ?? {}) : {}
}

/** The same failure with its field paths renamed to those of the form. */
export function withFields(failure: unknown, rename: (errors: FieldErrors) => FieldErrors): unknown {
  if (!(failure instanceof ApiFailure) || !failure.errors) return failure
  return new ApiFailure({ ...failure, errors: rename(failure.errors) }, failure.statusCode)
}

/**
 * The same failure without the prefix of its field paths: the part of the body that the fields were sent in.
 */
export const withoutPrefix = (failure: unknown, prefix: string): unknown =>
  withFields(failure, (errors) =>
    Object.fromEntries(
      Object.entries(errors).map(([path, texts]) => [
        path.startsWith(prefix) ? path.slice(prefix.length) : path,
        texts,
      ]),
    ),
  )

/**
 * Texts of a list that could not be read: `title` names it, the rest is the server's message, if any. `isUnreached`:
 * there was no answer, and no earlier one is kept on this device.
 */
export function listErrorOf(
  failure: Failure,
  title: string,
): { title: string; text?: string; requestId?: string; isUnreached?: boolean } {
  if (!(failure instanceof ApiFailure)) return { title, isUnreached: true }
  const { message, request_id } = failure
  return { title, text: message, ...(request_id !== undefined && { requestId: request_id }) }
}
