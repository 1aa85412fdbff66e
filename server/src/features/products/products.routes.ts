import { products } from '@artel/contract/products/products'
import { routes } from '../../http/calls/route.ts'
import { type ImportPlaces, startImport } from '../imports/imports.ts'
import { productFile, productTemplate } from './products.file.ts'
import { productImport } from './products.import.ts'
import {
  createProduct,
  deleteProduct,
  getProduct,
  listProducts,
  lockProduct,
  updateProduct,
} from './products.ts'

const newestFirst = { limit: 10, page: 1, sort_by: 'id', direction: 'desc' } as const

export const productRoutes = (places: ImportPlaces) =>
  routes(products, {
    list: {
      answer: ({ db, actor, body, query }) => listProducts(db, actor, body, query),
      file: async ({ db, actor, body, query }) => productFile(db, actor, body, query),
    },
    get: async ({ db, actor, params }) => ({ product: await getProduct(db, actor, params.id) }),
    create: async ({ db, actor, body }) => {
      const id = await createProduct(db, actor, body)
      return { product: await getProduct(db, actor, id) }
    },
    update: async ({ db, actor, params, body }) => {
      await updateProduct(db, actor, await lockProduct(db, actor, params.id), body)
      return { product: await getProduct(db, actor, params.id) }
    },
    remove: async ({ db, actor, params }) => {
      await deleteProduct(db, actor, await lockProduct(db, actor, params.id))
      return {}
    },
    import: async ({ root, db, actor, body, files, reply }) => {
      const { isDone, ...answer } = await startImport(
        { root, db, actor },
        places,
        productImport,
        body,
        files.file,
      )
      if (!isDone) reply.status(202)
      return answer
    },
    template: { file: async ({ db }) => productTemplate(db) },
    export: {
      file: async ({ db, actor, body: { format: _, ...filters } }) =>
        productFile(db, actor, filters, newestFirst),
    },
  })
