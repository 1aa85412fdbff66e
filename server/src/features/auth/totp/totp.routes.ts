import { totp } from '@artel/contract/account/totp'
import { routes } from '../../../http/calls/route.ts'
import { type SessionSettings, tokenOf } from '../../../sessions/session.ts'
import { confirmTotp, describeFactor, disableTotp, enableTotp } from './totp.ts'

export const totpRoutes = ({ secretKey }: Pick<SessionSettings, 'secretKey'>) =>
  routes(totp, {
    get: async ({ root, actor }) => ({ totp: await describeFactor(root, actor) }),
    enable: async ({ root, db, actor, body }) => enableTotp({ root, db, actor }, secretKey, body.password),
    confirm: async ({ root, db, actor, body, request }) => ({
      recovery_codes: await confirmTotp({ root, db, actor }, secretKey, tokenOf(request), body.code),
    }),
    disable: async ({ root, db, actor, body }) => {
      await disableTotp({ root, db, actor }, secretKey, body)
      return {}
    },
  })
