import { z } from 'zod'
import { fieldText } from './primitives.ts'
import { unstorable } from './storable.ts'
import { visibleForm } from './visible.ts'

/** A password as it is typed in. Not trimmed: it is exact. The limit keeps a megabyte from being hashed. */
export const password = z.string().min(1).max(1000)

/** A password that is being chosen; the server also refuses common ones and the login. */
export const newPassword = password
  .min(10)
  .refine((value) => !unstorable.test(value), fieldText('bad_characters'))

type TwoPasswords = { password: string; password_confirmation: string }

/** Refines a body that has the new password twice. */
export const passwordsAgree = (body: TwoPasswords): boolean => body.password === body.password_confirmation
export const passwordsDiffer = { ...fieldText('password_mismatch'), path: ['password_confirmation'] }

/** What is typed or pasted for an email, as it is stored: its visible form in small letters. */
export const emailForm = (typed: string): string => visibleForm(typed).toLowerCase()

/** An email as it is stored. What else is not ASCII is refused, so that no two look alike. */
export const email = z.string().overwrite(emailForm).max(254).pipe(z.email())
