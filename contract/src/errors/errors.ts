import type { Person } from '../users/users.ts'

/** All error codes of the server with their HTTP status. Their texts are in errors.en.ts and errors.ru.ts. */
export const errorStatus = {
  bad_request: 400,
  unauthenticated: 401,
  forbidden: 403,
  company_inactive: 403,
  password_change_required: 403,
  totp_setup_required: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  wrong_state: 409,
  last_owner: 409,
  has_history: 409,
  has_own_rows: 409,
  stale: 409,
  in_use: 409,
  number_taken: 409,
  box_sealed: 409,
  box_open: 409,
  on_pallet: 409,
  on_other_pallet: 409,
  pallet_closed: 409,
  pallet_empty: 409,
  no_pallets: 409,
  sscc_used_up: 409,
  plan_exceeded: 409,
  empty: 409,
  overlap: 409,
  too_many_shifts: 409,
  locked: 409,
  insufficient_money: 409,
  insufficient_coins: 409,
  out_of_stock: 409,
  limit_reached: 409,
  already_reversed: 409,
  instruction_unread: 409,
  idempotency_conflict: 409,
  idempotency_running: 409,
  too_large: 413,
  quota_exceeded: 413,
  share_exceeded: 413,
  unsupported_media_type: 415,
  csrf_mismatch: 419,
  invalid: 422,
  totp_required: 422,
  barcode_unknown: 422,
  too_many_requests: 429,
  too_many_mails: 429,
  too_many_pushes: 429,
  headers_too_large: 431,
  internal: 500,
  upstream: 502,
  unavailable: 503,
} as const

export type ErrorCode = keyof typeof errorStatus

/** Error texts by field path (`components.0.name`). The first text is shown. */
export type FieldErrors = Record<string, string[]>

/** The body of every failed call. Only `internal` comes with a `request_id`. */
export type ErrorBody = {
  status: false
  message: string
  code: ErrorCode
  errors?: FieldErrors
  request_id?: string
  /** With `stale`: the current item. */
  current?: object
  /** With `stale`: who changed the item, and when. */
  changed?: { by: Person | null; at: string }
  /** With an email that is taken: the archived person of the same company who has it and can be restored. */
  archived_user_id?: number
  /** With `instruction_unread`: the first instruction that has to be read. */
  instruction_id?: number
}
