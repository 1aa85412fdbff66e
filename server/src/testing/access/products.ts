import { randomUUID } from 'node:crypto'
import { doneImport, legalEntity, product, type Row } from './row.ts'

export const productRows: Row[] = [
  { call: 'products.list', expect: [401, 200, 200, 200, 200, 200] },
  { call: 'products.get', expect: [401, 200, 200, 200, 200, 404], make: product() },
  {
    call: 'products.create',
    expect: [401, 403, 403, 201, 201, 201],
    make: async () => ({ body: { name: 'Набор «Уют»', article: randomUUID() } }),
  },
  {
    call: 'products.update',
    expect: [401, 403, 403, 200, 200, 404],
    make: product({ name: 'Набор «Уют», махровый' }),
  },
  { call: 'products.remove', expect: [401, 403, 403, 200, 200, 404], make: product() },
  { call: 'products.import', expect: [401, 403, 403, 422, 422, 422] },
  // No server listens at the Wildberries addresses in these tests, so the answer is 502.
  {
    call: 'wildberries.item',
    expect: [401, 403, 403, 502, 502, 502],
    make: async () => ({ id: 146972802 }),
  },
  {
    call: 'wildberries.photos',
    expect: [401, 403, 403, 502, 502, 502],
    make: async () => ({ id: 146972802 }),
  },
  {
    call: 'wildberries.connect',
    expect: [401, 403, 403, 403, 200, 404],
    make: legalEntity({ token: null }),
  },
  { call: 'products.template', expect: [401, 403, 403, 200, 200, 200] },
  { call: 'products.export', expect: [401, 403, 403, 200, 200, 200] },
  { call: 'imports.list', expect: [401, 403, 403, 200, 200, 200] },
  { call: 'imports.get', expect: [401, 403, 403, 200, 200, 404], make: doneImport },
  { call: 'imports.rows', expect: [401, 403, 403, 200, 200, 404], make: doneImport },
  { call: 'imports.errors', expect: [401, 403, 403, 200, 200, 404], make: doneImport },
  { call: 'imports.undo', expect: [401, 403, 403, 200, 200, 404], make: doneImport },
  {
    call: 'imports.look',
    expect: [401, 403, 403, 422, 422, 422],
    make: async () => ({ body: { kind: 'products' } }),
  },
]
