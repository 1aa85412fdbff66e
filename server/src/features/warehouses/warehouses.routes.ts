import { warehouseCalls } from '@artel/contract/company/warehouses'
import { routes } from '../../http/calls/route.ts'
import { warehouseFile } from './warehouses.file.ts'
import {
  createWarehouse,
  deleteWarehouse,
  getWarehouse,
  listWarehouses,
  lockWarehouse,
  updateWarehouse,
} from './warehouses.ts'

export const warehouseRoutes = routes(warehouseCalls, {
  list: {
    answer: ({ db, actor, body, query }) => listWarehouses(db, actor, body, query),
    file: async ({ db, actor, body, query }) => warehouseFile(db, actor, body, query),
  },
  get: async ({ db, params }) => ({ warehouse: await getWarehouse(db, params.id) }),
  create: async ({ db, actor, body }) => {
    const id = await createWarehouse(db, actor, body)
    return { warehouse: await getWarehouse(db, id) }
  },
  update: async ({ db, actor, params, body }) => {
    await updateWarehouse(db, actor, await lockWarehouse(db, actor, params.id), body)
    return { warehouse: await getWarehouse(db, params.id) }
  },
  remove: async ({ db, actor, params }) => {
    await deleteWarehouse(db, actor, await lockWarehouse(db, actor, params.id))
    return {}
  },
})
