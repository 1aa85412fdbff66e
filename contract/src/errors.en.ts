import type { ErrorCode } from './errors.ts'

/** One ICU sentence for each error code: what happened, then what to do. */
export const errorTextsEn = {
  bad_request: 'The request could not be read',
  unauthenticated: 'You are signed out. Sign in to go on',
  forbidden: 'You have no right to do this',
  company_inactive: 'Your company is switched off. Ask whoever runs this installation',
  password_change_required: 'First choose a password of your own',
  not_found: 'There is no such thing here',
  method_not_allowed: 'This address does not take that method',
  conflict: 'This clashes with what is there already',
  wrong_state: 'This step is not open in the present state. Refresh to see what changed',
  stale: 'Somebody changed this while you were editing',
  idempotency_conflict: 'This key was used for something else',
  idempotency_running: 'The same request is still running. Try again shortly',
  too_large: 'This is larger than the server takes',
  unsupported_media_type: 'The server does not read this kind of content',
  csrf_mismatch: 'The page is out of date. Reload it',
  invalid: 'Some fields need another look',
  too_many_requests: 'Too many tries. Wait a little and repeat',
  internal: 'The server made an error. Its number is {request_id}',
  unavailable: 'The database does not answer. Try again shortly',
} as const satisfies Record<ErrorCode, string>

/** Sentences shown at a field. */
export const fieldTextsEn = {
  required: 'Fill this in',
  unknown_field: 'There is no such field',
  wrong_type: 'This value has the wrong form',
  not_offered: 'Choose one of the values offered',
  too_short: '{minimum, plural, =1 {Fill this in} one {At least # character} other {At least # characters}}',
  too_long: '{maximum, plural, one {At most # character} other {At most # characters}}',
  too_small: 'Not less than {minimum, number}',
  too_big: 'Not more than {maximum, number}',
  too_few: '{minimum, plural, one {At least # entry} other {At least # entries}}',
  too_many: '{maximum, plural, one {At most # entry} other {At most # entries}}',
  bad_key: 'A key has 1 to 64 visible Latin characters',
  bad_characters: 'This contains characters that cannot be stored',
  bad_date: 'There is no such date',
  dates_reversed: 'The end is before the beginning',
  bad_email: 'An email looks like name@company.com',
  wrong_password: 'The password is wrong',
  password_common: 'Many people use this password. Choose one that is harder to guess',
  password_is_login: 'The password may not be the email',
  password_same: 'Choose another than the one you were given',
  password_mismatch: 'The two passwords differ',
  bad_token: 'This link no longer works. Ask for a new one',
  email_taken: 'Somebody has this email already',
  bad_credentials: 'The email or the password is wrong',
  no_such_user: 'There is no such active person in the company',
  no_such_warehouse: 'There is no such warehouse in the company',
  begun_needs_person: 'Work that has begun must be somebody’s',
  more_than_quantity: 'Not more than the task has: {quantity, number}',
  less_than_done: 'Not less than is done already: {quantity_done, number}',
  view_name_taken: 'There is a view of this name already',
  too_many_views:
    '{maximum, plural, one {At most # view is kept} other {At most # views are kept}}. Delete one that is no longer needed',
  view_too_large: 'A view does not hold so many values. Choose fewer',
} as const

export type FieldTextKey = keyof typeof fieldTextsEn
