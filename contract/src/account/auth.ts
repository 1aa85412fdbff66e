import { z } from 'zod'
import { call } from '../call.ts'
import { company } from '../company/company.ts'
import { warehouse } from '../company/warehouses.ts'
import { fieldText, locale, text } from '../shapes/primitives.ts'
import { currentUser } from '../users/users.ts'
import { email, emailForm, newPassword, password, passwordsAgree, passwordsDiffer } from './password.ts'
import { totpCode } from './totp.ts'

const config = z.object({
  languages: z.array(locale),
  default_language: locale,
  /** Ends in `/`. */
  host: z.string(),
  demo: z.boolean(),
})

/** Addresses of the published texts that differ from the default; null: no text of the language differs. */
const ownTexts = z.object({
  en: z.string().nullable(),
  ru: z.string().nullable(),
  /** Whether this person sees drafts of texts. */
  is_preview: z.boolean(),
})

const login = text(254)

/** `login` and `email` are two names of one field. Two different values would be ambiguous. */
const isOneLogin = (body: { login?: string | undefined; email?: string | undefined }): boolean =>
  body.login === undefined || body.email === undefined || emailForm(body.login) === emailForm(body.email)

export const auth = {
  csrfCookie: call({
    method: 'GET',
    isOpenToInactive: true,
    isOpenBeforePasswordChange: true,
    path: '/sanctum/csrf-cookie',
    access: 'anyone',
    shows: [],
    success: 204,
    answer: {},
  }),
  init: call({
    method: 'POST',
    path: '/auth/init',
    access: 'anyone',
    shows: [],
    isOpenBeforePasswordChange: true,
    effect: 'read',
    answer: {
      user: currentUser.nullable(),
      warehouses: z.array(warehouse),
      company: company.nullable(),
      /** For admins and owners of a new company that still has something to do first. */
      has_first_steps: z.boolean(),
      config,
      /** The company's texts in place of the default texts; null: it has none. */
      texts: ownTexts.nullable(),
    },
    errors: ['company_inactive'],
  }),
  login: call({
    method: 'POST',
    path: '/auth/login',
    access: 'anyone',
    changes: [],
    effect: 'steps',
    body: z
      .strictObject({
        login: login.optional(),
        email: login.optional(),
        password,
        /** Required for a person with a second factor. Without it the answer is `totp_required`. */
        code: totpCode.optional(),
        remember: z.boolean().default(false),
      })
      .refine((body) => body.login !== undefined || body.email !== undefined, {
        ...fieldText('required'),
        path: ['login'],
      })
      .refine(isOneLogin, { ...fieldText('login_differs'), path: ['email'] }),
    answer: { user: currentUser, warehouses: z.array(warehouse), company },
    errors: ['company_inactive', 'totp_required', 'too_many_requests'],
  }),
  /** The answer is the same whether the account exists or not. If it exists, a link is mailed. */
  forgot: call({
    method: 'POST',
    path: '/auth/forgot',
    access: 'anyone',
    changes: [],
    effect: 'steps',
    body: z.strictObject({ email }),
    answer: { message: z.string() },
    errors: ['too_many_requests'],
  }),
  reset: call({
    method: 'POST',
    path: '/auth/reset',
    access: 'anyone',
    changes: [],
    effect: 'steps',
    body: z
      .strictObject({
        token: z.string().min(1).max(200),
        email,
        password: newPassword,
        password_confirmation: z.string(),
      })
      .refine(passwordsAgree, passwordsDiffer),
    answer: {},
  }),
  verifyEmail: call({
    method: 'GET',
    path: '/auth/email/verify',
    access: 'anyone',
    changes: [],
    effect: 'steps',
    success: 302,
    query: { token: z.string().max(200).default('') },
    answer: {},
  }),
  logout: call({
    method: 'POST',
    path: '/auth/logout',
    access: 'staff',
    changes: [],
    securesAccount: true,
    isOpenToInactive: true,
    isOpenBeforePasswordChange: true,
    answer: {},
  }),
}

export const app = {
  setLocale: call({
    method: 'POST',
    path: '/app/set_locale',
    access: 'anyone',
    changes: [],
    isOpenBeforePasswordChange: true,
    isOpenToInactive: true,
    body: z.strictObject({ locale }),
    answer: { locale },
  }),
  localizations: call({
    method: 'GET',
    path: '/app/localizations',
    access: 'anyone',
    shows: [],
    isOpenBeforePasswordChange: true,
    isOpenToInactive: true,
    answer: { locales: z.record(locale, z.record(z.string(), z.string())) },
  }),
}
