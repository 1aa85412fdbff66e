import { z } from 'zod'
import { call } from './call.ts'
import { company } from './company.ts'
import { fieldText, locale } from './primitives.ts'
import { currentUser } from './users.ts'
import { warehouse } from './warehouses.ts'

const config = z.object({
  languages: z.array(locale),
  default_language: locale,
  /** Ends in `/`. */
  host: z.string(),
  demo: z.boolean(),
})

const login = z.string().min(1).max(254)

export const auth = {
  csrfCookie: call({
    method: 'GET',
    isOpenToInactive: true,
    path: '/sanctum/csrf-cookie',
    access: 'anyone',
    success: 204,
    answer: {},
  }),
  init: call({
    method: 'POST',
    path: '/auth/init',
    access: 'anyone',
    effect: 'read',
    answer: {
      user: currentUser.nullable(),
      warehouses: z.array(warehouse),
      company: company.nullable(),
      config,
    },
    errors: ['company_inactive'],
  }),
  login: call({
    method: 'POST',
    path: '/auth/login',
    access: 'anyone',
    body: z
      .strictObject({
        login: login.optional(),
        email: login.optional(),
        // Not trimmed: a password is exact. The limit keeps a megabyte from being hashed.
        password: z.string().min(1).max(1000),
        remember: z.boolean().default(false),
      })
      .refine((body) => body.login !== undefined || body.email !== undefined, {
        ...fieldText('required'),
        path: ['login'],
      }),
    answer: { user: currentUser, warehouses: z.array(warehouse), company },
    errors: ['company_inactive'],
  }),
  logout: call({ method: 'POST', path: '/auth/logout', access: 'staff', isOpenToInactive: true, answer: {} }),
}

export const app = {
  setLocale: call({
    method: 'POST',
    path: '/app/set_locale',
    access: 'anyone',
    isOpenToInactive: true,
    body: z.strictObject({ locale }),
    answer: { locale },
  }),
  localizations: call({
    method: 'GET',
    path: '/app/localizations',
    access: 'anyone',
    isOpenToInactive: true,
    answer: { locales: z.record(locale, z.record(z.string(), z.string())) },
  }),
}
