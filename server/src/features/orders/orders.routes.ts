import { orders } from '@artel/contract/orders/orders'
import { routes } from '../../http/calls/route.ts'
import { orderFile } from './orders.file.ts'
import { toMove, toUndo } from './orders.policy.ts'
import { countWaiting } from './orders.queries.ts'
import { undoOrder, updateOrder } from './orders.steps.ts'
import { createOrder, getNewOrder, getOrder, listOrders, lockOrder, reserveStock } from './orders.ts'

export const orderRoutes = routes(orders, {
  list: {
    answer: ({ db, actor, body, query }) => listOrders(db, actor, body, query),
    file: async ({ db, actor, body, query }) => orderFile(db, actor, body, query),
  },
  waiting: async ({ db }) => ({ waiting: await countWaiting(db) }),
  get: async ({ db, actor, params }) => ({ order: await getOrder(db, actor, params.id) }),
  create: async ({ db, actor, body }) => {
    const order = await getNewOrder(db, actor, await createOrder(db, actor, body))
    await reserveStock(db)
    return { order }
  },
  update: async ({ db, actor, params, body }) => {
    await updateOrder(db, actor, toMove(actor, await lockOrder(db, actor, params.id), body), body)
    return { order: await getOrder(db, actor, params.id) }
  },
  undo: async ({ db, actor, params, body }) => {
    await undoOrder(db, actor, toUndo(actor, await lockOrder(db, actor, params.id)), body.version)
    return { order: await getOrder(db, actor, params.id) }
  },
})
