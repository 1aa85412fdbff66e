import { z } from 'zod'
import { call } from '../call.ts'
import { id, instant } from '../shapes/primitives.ts'
import { email, newPassword, password, passwordsAgree, passwordsDiffer } from './password.ts'

/** A device on which the person is signed in. */
export const signedInDevice = z.object({
  id,
  /** Browser and system, as far as the browser names them. */
  device: z.string(),
  address: z.string(),
  last_seen_at: instant,
  is_current: z.boolean(),
})
export type SignedInDevice = z.infer<typeof signedInDevice>

/** Calls of a person about their own account. */
export const account = {
  checkPassword: call({
    method: 'POST',
    path: '/user/password/check',
    access: 'staff',
    changes: [],
    effect: 'steps',
    body: z.strictObject({ password }),
    answer: {},
    errors: ['too_many_requests'],
  }),
  changePassword: call({
    method: 'PUT',
    path: '/user/password',
    access: 'staff',
    changes: ['session'],
    effect: 'steps',
    securesAccount: true,
    isOpenBeforePasswordChange: true,
    body: z
      .strictObject({
        current_password: password,
        password: newPassword,
        password_confirmation: z.string(),
      })
      .refine(passwordsAgree, passwordsDiffer),
    answer: {},
    errors: ['too_many_requests', 'too_many_mails'],
  }),
  /** Takes effect when the person opens the link mailed to the new address. */
  changeEmail: call({
    method: 'PUT',
    path: '/user/email',
    access: 'staff',
    changes: ['user'],
    effect: 'steps',
    body: z.strictObject({ email, password }),
    answer: {},
    errors: ['too_many_requests', 'too_many_mails'],
  }),
  sessions: call({
    method: 'GET',
    path: '/user/sessions',
    access: 'staff',
    shows: ['session'],
    securesAccount: true,
    answer: { sessions: z.array(signedInDevice) },
  }),
  /** Ends all sessions of the person except the current one. */
  endOtherSessions: call({
    method: 'DELETE',
    path: '/user/sessions',
    access: 'staff',
    changes: ['session'],
    securesAccount: true,
    answer: {},
  }),
  endSession: call({
    method: 'DELETE',
    path: '/user/sessions/:id',
    access: 'staff',
    changes: ['session'],
    securesAccount: true,
    answer: {},
  }),
}
