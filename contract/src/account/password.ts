import { z } from 'zod'
import { fieldText } from '../shapes/primitives.ts'
import { unstorable } from '../shapes/storable.ts'
import { visibleForm } from '../shapes/visible.ts'

/**
 * A password as it is typed. Not trimmed, because it must match exactly. The limit prevents the hashing of
 * very long texts.
 */
export const password = z.string().min(1).max(1000)

/** A password that is being chosen; the server also refuses common ones and the login. */
export const newPassword = password
  .min(10)
  .refine((value) => !unstorable.test(value), fieldText('bad_characters'))

type TwoPasswords = { password: string; password_confirmation: string }

/** Checks a body that has the new password twice. */
export const passwordsAgree = (body: TwoPasswords): boolean => body.password === body.password_confirmation
export const passwordsDiffer = { ...fieldText('password_mismatch'), path: ['password_confirmation'] }

/** Converts a typed or pasted email to its stored form: its visible form in lower case. */
export const emailForm = (typed: string): string => visibleForm(typed).toLowerCase()

/** An email in its stored form. Other non-ASCII characters are refused, so that no two emails look alike. */
export const email = z.string().overwrite(emailForm).max(254).pipe(z.email())
