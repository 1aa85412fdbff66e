import { z } from 'zod'
import { call } from '../call.ts'
import { instant } from '../shapes/primitives.ts'
import { password } from './password.ts'

/** A code of the person's app, or a recovery code. Spaces and dashes are ignored. */
export const totpCode = z.string().trim().min(1).max(60)

const factor = z.object({
  /** Null: the person has no second factor. */
  confirmed_at: instant.nullable(),
  recovery_codes_left: z.int(),
})

/** The second factor of the signed-in person: codes that their app generates (TOTP, RFC 6238). */
export const totp = {
  get: call({
    method: 'GET',
    path: '/user/totp',
    access: 'staff',
    shows: ['second_factor'],
    answer: { totp: factor },
  }),
  /**
   * Begins the setup. It has no effect until `confirm` accepts a code. A second call gives another secret.
   */
  enable: call({
    method: 'POST',
    path: '/user/totp/enable',
    access: 'staff',
    changes: ['second_factor'],
    effect: 'steps',
    isOpenBeforeTotp: true,
    body: z.strictObject({ password }),
    answer: {
      /** In base32, for manual input. */
      secret: z.string(),
      /** `otpauth://…` */
      url: z.string(),
      /** The address as a QR code, in SVG. */
      qr: z.string(),
    },
    errors: ['wrong_state', 'too_many_requests'],
  }),
  /** Shows the recovery codes, which are never shown again. Ends all other sessions of the person. */
  confirm: call({
    method: 'POST',
    path: '/user/totp/confirm',
    access: 'staff',
    changes: ['second_factor', 'session'],
    effect: 'steps',
    isOpenBeforeTotp: true,
    body: z.strictObject({ code: totpCode }),
    answer: { recovery_codes: z.array(z.string()) },
    errors: ['wrong_state', 'too_many_requests', 'too_many_mails'],
  }),
  disable: call({
    method: 'POST',
    path: '/user/totp/disable',
    access: 'staff',
    changes: ['second_factor'],
    effect: 'steps',
    body: z.strictObject({ password, code: totpCode }),
    answer: {},
    errors: ['wrong_state', 'too_many_requests', 'too_many_mails'],
  }),
}
