import { coins, ledger, money } from '@artel/contract/ledger/ledger'
import { routes } from '../../http/calls/route.ts'
import { findCheck } from './ledger.check.ts'
import { ledgerFile } from './ledger.file.ts'
import { listEntries, postByHand, reverseByHand } from './ledger.ts'

const moneyRoutes = routes(money, {
  post: async ({ db, actor, body }) => ({ money: await postByHand(db, actor, 'money', body) }),
  reverse: async ({ db, actor, params, body }) => ({
    entry: await reverseByHand(db, actor, 'money', params.id, body.comment),
  }),
  list: {
    answer: async ({ db, actor, body, query }) => {
      const { entries, ...rest } = await listEntries(db, actor, 'money', body, query)
      return { money: entries, ...rest }
    },
    file: async ({ db, actor, body, query }) => ledgerFile(db, actor, 'money', body, query),
  },
})

const coinRoutes = routes(coins, {
  post: async ({ db, actor, body }) => ({ coins: await postByHand(db, actor, 'coins', body) }),
  reverse: async ({ db, actor, params, body }) => ({
    entry: await reverseByHand(db, actor, 'coins', params.id, body.comment),
  }),
  list: {
    answer: async ({ db, actor, body, query }) => {
      const { entries, ...rest } = await listEntries(db, actor, 'coins', body, query)
      return { coins: entries, ...rest }
    },
    file: async ({ db, actor, body, query }) => ledgerFile(db, actor, 'coins', body, query),
  },
})

const checkRoutes = routes(ledger, { check: async ({ db }) => ({ check: await findCheck(db) }) })

export const ledgerRoutes = [...moneyRoutes, ...coinRoutes, ...checkRoutes]
