import { totp } from '@artel/contract/totp'
import { routes } from '../../http/route.ts'
import type { SessionSettings } from '../../http/session.ts'
import { confirmTotp, describeFactor, disableTotp, enableTotp } from './auth.totp.ts'

export const totpRoutes = ({ secretKey }: Pick<SessionSettings, 'secretKey'>) =>
  routes(totp, {
    get: async ({ root, actor }) => ({ totp: await describeFactor(root, actor) }),
    enable: async ({ root, actor, body }) => enableTotp(root, secretKey, actor, body.password),
    confirm: async ({ root, actor, body }) => ({
      recovery_codes: await confirmTotp(root, secretKey, actor, body.code),
    }),
    disable: async ({ root, actor, body }) => {
      await disableTotp(root, secretKey, actor, body)
      return {}
    },
  })
