import { app, auth } from '@artel/contract/account/auth'
import { firstStepsOf } from '@artel/contract/first-steps/first-steps.names'
import { defaultLocale, locales } from '@artel/contract/shapes/primitives'
import type { FastifyRequest } from 'fastify'
import { Db } from '../../database/db.ts'
import { hasFirstSteps } from '../../database/first-steps.ts'
import { inTransaction } from '../../database/transaction.ts'
import { ApiError } from '../../errors/errors.ts'
import { namesTag } from '../../http/answers/tags.ts'
import { type Route, routes } from '../../http/calls/route.ts'
import { clientKey } from '../../limits/client-address.ts'
import { readDevice, sendDevice } from '../../sessions/device.ts'
import {
  deleteSession,
  insertSession,
  isRemembered,
  makeGuestToken,
  originOf,
  type SessionSettings,
  sendCookies,
} from '../../sessions/session.ts'
import { findOwnTexts, readLiveTexts, type Texts } from '../localizations/localizations.ts'
import { accountRoutes } from './auth.account.routes.ts'
import { requestPasswordReset, resetPassword } from './auth.passwords.ts'
import { hasDemoCompany, updateLanguage } from './auth.queries.ts'
import { authText } from './auth.texts.ts'
import { assertStillValid, checkCredentials, getHome, notifyOfLogin } from './auth.ts'
import { confirmEmail } from './mails/emails.ts'
import { totpRoutes } from './totp/totp.routes.ts'

type AuthSettings = SessionSettings & { isProduction: boolean }

export const authRoutes = (settings: AuthSettings, texts: Texts): Route[] => [
  ...sessionRoutes(settings),
  ...languageRoutes(settings, texts),
  ...accountRoutes(settings),
  ...totpRoutes(settings),
]

const sessionRoutes = (settings: AuthSettings) =>
  routes(auth, {
    csrfCookie: async ({ root, request, reply }) => {
      const { token, actor, locale } = request.session
      const remembered = actor !== null && token !== undefined && (await isRemembered(root, token))
      sendCookies(request, reply, settings, token ?? makeGuestToken(settings, locale), remembered)
      return {}
    },
    init: async ({ root, actor, request }) => {
      const home = actor ? await getHome(root, actor) : { user: null, warehouses: [], company: null }
      const host = `${settings.appUrl ?? `${request.protocol}://${request.host}`}/`
      const demo = await hasDemoCompany(root)
      const db = actor && new Db(root, actor.companyId)
      const own = db && home.user ? await findOwnTexts(db, home.user) : null
      const steps = firstStepsOf(home.user?.type ?? 'staff')
      return {
        ...home,
        texts: own,
        has_first_steps:
          db !== null && steps.length > 0 && (await hasFirstSteps(db, steps, home.user?.type === 'owner')),
        config: { languages: [...locales], default_language: defaultLocale, host, demo },
      }
    },
    login: async ({ root, body, request, reply }) => {
      const place = { ...originOf(request), client: clientKey(request), known: readDevice(request, settings) }
      const user = await checkCredentials(root, settings.secretKey, body, place)
      const token = await inTransaction(root, async (connection) => {
        await endSession(request, connection)
        await notifyOfLogin(connection, settings.secretKey, user, originOf(request))
        const made = await insertSession(connection, user, request, body.remember)
        await assertStillValid(connection, user)
        return made
      })
      sendCookies(request, reply, settings, token, body.remember)
      sendDevice(request, reply, settings, { id: user.userId, epoch: user.deviceEpoch })
      return getHome(root, user)
    },
    forgot: async ({ root, body, request }) => {
      await requestPasswordReset(root, body.email, clientKey(request))
      return { message: authText(request.session.locale, 'forgotAnswer') }
    },
    reset: async ({ root, body, request, reply }) => {
      const login = await resetPassword(root, settings.secretKey, body, originOf(request))
      // The mailed link proves the owner, so this browser becomes known. No guesser elsewhere can lock them
      // out of it.
      sendDevice(request, reply, settings, { id: login.user_id, epoch: login.device_epoch })
      return {}
    },
    verifyEmail: async ({ root, query, request, reply }) => {
      const isGood = await confirmEmail(root, query.token, originOf(request))
      reply.header('location', isGood ? '/email-verified' : '/email-verified?error=invalid')
      return {}
    },
    logout: async ({ root, request, reply }) => {
      await endSession(request, root)
      sendCookies(request, reply, settings, makeGuestToken(settings, request.session.locale))
      return {}
    },
  })

async function endSession(
  { session }: FastifyRequest,
  root: Parameters<typeof deleteSession>[0],
): Promise<void> {
  if (!session.actor || !session.token) return
  session.isEnding = true
  await deleteSession(root, session.token)
}

const languageRoutes = (settings: AuthSettings, texts: Texts) =>
  routes(app, {
    setLocale: async ({ root, actor, body, request, reply }) => {
      if (actor) await updateLanguage(new Db(root, actor.companyId), actor.userId, body.locale)
      else sendCookies(request, reply, settings, makeGuestToken(settings, body.locale))
      return { locale: body.locale }
    },
    localizations: async ({ root, actor, request, reply }) => {
      if (settings.isProduction) throw new ApiError('not_found')
      const { etag, locales } = await readLiveTexts(actor && new Db(root, actor.companyId), texts)
      reply.header('etag', etag).header('cache-control', 'private, no-cache')
      if (namesTag(request.headers['if-none-match'], etag)) reply.status(304)
      return { locales }
    },
  })
