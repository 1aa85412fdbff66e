import type { UserType } from '@artel/contract/access'
import type { Locale } from '@artel/contract/shapes/primitives'
import { ownKeys } from '@artel/contract/shapes/records'
import type { ManagedUser } from '@artel/contract/users/users'
import type { BodyOf } from '../../../api/send/calls.ts'
import { bodyOfValues } from '../../../forms/form/body-of-values.ts'
import { valuesFrom } from '../../../forms/form/values-from.ts'

/** The values of the form; an empty text means no value. */
export type UserFormValues = {
  first_name: string
  last_name: string
  nick_name: string
  email: string
  position: string
  warehouse_id: number | null
  phone: string
  hired_on: string | null
  birth_date: string | null
  language: Locale | null
}

export const emptyUser: UserFormValues = {
  first_name: '',
  last_name: '',
  nick_name: '',
  email: '',
  position: '',
  warehouse_id: null,
  phone: '',
  hired_on: null,
  birth_date: null,
  language: 'ru',
}

/** The form of a new person also has the type and the way of signing in. */
export type NewUserValues = UserFormValues & {
  type: UserType | null
  access: 'invitation' | 'password' | null
  password: string
}

export const draftOf = (user: ManagedUser): UserFormValues => valuesFrom(emptyUser, user, {})

/** The body to send: the fields that differ from `before`. */
export function toBody(
  values: UserFormValues,
  before: UserFormValues = emptyUser,
): BodyOf<'personnel.update'> {
  const optional = new Set(['nick_name', 'position', 'phone'])
  const changed = ownKeys(emptyUser)
    .filter((name) => values[name] !== before[name])
    .map((name) => [name, optional.has(name) && values[name] === '' ? null : values[name]])
  return bodyOfValues<'personnel.update'>(Object.fromEntries(changed))
}
