import { z } from 'zod'
import { call } from '../call.ts'
import { listCall } from '../shapes/list.ts'
import { id, instant, line, version } from '../shapes/primitives.ts'

export const warehouse = z.object({
  id,
  name: z.string(),
  address: z.string().nullable(),
  /** The id of the MoySklad store that this warehouse was made from. */
  moy_sklad_id: z.string().nullable(),
  /** False: it is offered nowhere, and stays on items that have it. */
  is_active: z.boolean(),
  version: z.int(),
  created_at: instant,
})
export type Warehouse = z.infer<typeof warehouse>

const name = line(200)
const address = line(500).nullable()

const warehouseDraft = z.strictObject({
  name,
  address: address.default(null),
  is_active: z.boolean().default(true),
})
export type WarehouseDraft = z.output<typeof warehouseDraft>
export const warehousePatch = z.strictObject({
  name: name.optional(),
  address: address.optional(),
  is_active: z.boolean().optional(),
  version: version.optional(),
})
export type WarehousePatch = z.output<typeof warehousePatch>

const answer = { warehouse }

export const warehouseCalls = {
  list: listCall({
    path: '/warehouses',
    access: 'staff',
    shows: ['warehouse'],
    plural: 'warehouses',
    row: warehouse,
    sorts: ['name', 'created_at'],
    filters: { is_active: z.boolean().optional() },
  }),
  get: call({ method: 'GET', path: '/warehouses/:id', access: 'staff', shows: ['warehouse'], answer }),
  /** A name is unique in a company, regardless of upper and lower case. */
  create: call({
    method: 'POST',
    path: '/warehouses/create',
    access: 'admin',
    changes: ['warehouse'],
    success: 201,
    body: warehouseDraft,
    answer,
  }),
  update: call({
    method: 'PUT',
    path: '/warehouses/:id',
    access: 'admin',
    changes: ['warehouse'],
    body: warehousePatch,
    answer,
    errors: ['stale'],
  }),
  remove: call({
    method: 'DELETE',
    path: '/warehouses/:id',
    access: 'admin',
    changes: ['warehouse'],
    answer: {},
    errors: ['in_use'],
  }),
}
