import type { ErrorBody, ErrorCode, FieldErrors } from '@artel/contract/errors'

/** What the server refused: own keys are exactly the body's, `status: false` and `statusCode`. */
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

/** No answer arrived, or one that is not the server's. */
export class NetworkFailure extends Error {}

export type Failure = ApiFailure | NetworkFailure

/** Sentences by field path, empty where the failure is not about fields. */
export function fieldErrorsOf(error: unknown): FieldErrors {
  return error instanceof ApiFailure ? (error.errors ?? {}) : {}
}

/** The failure with its fields named as the form has them. */
export function withFields(failure: unknown, rename: (errors: FieldErrors) => FieldErrors): unknown {
  if (!(failure instanceof ApiFailure) || !failure.errors) return failure
  return new ApiFailure({ ...failure, errors: rename(failure.errors) }, failure.statusCode)
}

/** The failure with its fields without the part of the body that they were sent in. */
export const withoutPrefix = (failure: unknown, prefix: string): unknown =>
  withFields(failure, (errors) =>
    Object.fromEntries(
      Object.entries(errors).map(([path, texts]) => [
        path.startsWith(prefix) ? path.slice(prefix.length) : path,
        texts,
      ]),
    ),
  )

/** What a list says when it could not be read: `title` names it, the rest is the server's word, if there was one. */
export function listErrorOf(
  failure: Failure,
  title: string,
): { title: string; text?: string; requestId?: string } {
  if (!(failure instanceof ApiFailure)) return { title }
  const { message, request_id } = failure
  return { title, text: message, ...(request_id !== undefined && { requestId: request_id }) }
}
