import { shop } from '@artel/contract/shop/shop'
import { routes } from '../../http/calls/route.ts'
import { itemFile } from './shop.file.ts'
import {
  createItem,
  deleteItem,
  getItem,
  getWorth,
  listItems,
  lockForMove,
  lockItem,
  updateItem,
  wishItem,
} from './shop.ts'

export const shopRoutes = routes(shop, {
  list: {
    answer: ({ db, actor, body, query }) => listItems(db, actor, body, query),
    file: async ({ db, actor, body, query }) => itemFile(db, actor, body, query),
  },
  get: async ({ db, actor, params }) => ({ shop_item: await getItem(db, actor, params.id) }),
  create: async ({ db, actor, body }) => {
    const id = await createItem(db, actor, body)
    return { shop_item: await getItem(db, actor, id) }
  },
  update: async ({ db, actor, params, body }) => {
    if (body.position !== undefined) await lockForMove(db)
    await updateItem(db, actor, await lockItem(db, actor, params.id), body)
    return { shop_item: await getItem(db, actor, params.id) }
  },
  remove: async ({ db, actor, params }) => {
    await lockForMove(db)
    await deleteItem(db, actor, await lockItem(db, actor, params.id))
    return {}
  },
  wish: async ({ db, actor, params, body }) => {
    await wishItem(db, actor, params.id, body.is_wished)
    return { shop_item: await getItem(db, actor, params.id) }
  },
  worth: async ({ db, actor }) => ({ worth: await getWorth(db, actor) }),
})
