import { randomUUID } from 'node:crypto'
import { nowIso } from '../../clock.ts'
import type { Change } from '../../database/db.ts'
import { buildTask, buildWarehouse } from '../rows/build.ts'
import {
  buildBox,
  buildItem,
  buildPallet,
  buildPlan,
  buildScan,
  buildScannable,
  buildSealedBox,
  buildSupply,
} from '../rows/supplies.ts'
import type { Input, Row, World } from './row.ts'

const supply =
  (fields: object = {}, body?: object) =>
  async ({ db }: World): Promise<Input> => ({ id: await buildSupply(db, fields), ...(body && { body }) })

/** A box with a piece in it, in a supply that is being packed. */
const box =
  (fields: Change<'supply_boxes'> = {}, body?: object) =>
  async ({ db }: World): Promise<Input> => {
    const supply_id = await buildSupply(db)
    const id = await buildBox(db, supply_id)
    await buildItem(db, supply_id, id)
    if (fields.sealed_at) await db.update('supply_boxes', fields).where('id', '=', id).execute()
    return { id, params: { supply_id }, ...(body && { body }) }
  }

/** A box with a plan, which only admins create and end. */
const plannedBox = async (world: World): Promise<Input> => {
  const supply_id = await buildSupply(world.db)
  const id = await buildBox(world.db, supply_id)
  await buildItem(world.db, supply_id, id, { planned: 2 })
  return { id, params: { supply_id } }
}

/** A supply whose plan has three pieces of a product. */
const plannedSupply = async ({ db }: World): Promise<Input> => {
  const supply_id = await buildSupply(db)
  await buildPlan(db, supply_id, [{ product_id: await buildScannable(db, randomUUID()), quantity: 3 }])
  return { params: { supply_id } }
}

/** A task, and a piece that its assignee has scanned before it was created. */
const uncounted = async ({ db, people }: World): Promise<Input> => {
  const supply_id = await buildSupply(db)
  const box = await buildBox(db, supply_id)
  const product_id = await buildScannable(db, randomUUID())
  await buildScan(db, people.staff, { supply_id, box_id: box, product_id, scan_id: randomUUID() })
  const fields = { user_id: people.staff.id, supply_id, product_id }
  return { id: await buildTask(db, people.admin, fields) }
}

/** A box with two pieces of a product, and what somebody has counted in it. */
const inspected = async ({ db }: World): Promise<Input> => {
  const supply_id = await buildSupply(db)
  const id = await buildBox(db, supply_id)
  const product_id = await buildScannable(db, randomUUID())
  await buildItem(db, supply_id, id, { product_id, quantity: 2 })
  const box = db.from('supply_boxes').select('version').where('id', '=', id)
  const { version } = await box.executeTakeFirstOrThrow()
  return { id, params: { supply_id }, body: { version, lines: [{ product_id, quantity: 2 }] } }
}

const draft = { status: 'draft' } as const

/** A pallet, and the id and the code of a closed box of its supply. */
const pallet =
  (bodyOf?: (box: { id: number; barcode: string }) => object, isOn = false, isClosed = false) =>
  async ({ db, people }: World): Promise<Input> => {
    const supply_id = await buildSupply(db)
    const id = await buildPallet(db, supply_id)
    const barcode = randomUUID()
    const box = await buildSealedBox(db, people.staff, supply_id, { barcode })
    if (isOn) await db.update('supply_boxes', { pallet_id: id }).where('id', '=', box).execute()
    if (isClosed)
      await db
        .update('supply_pallets', { closed_at: nowIso(), closed_by: people.staff.id })
        .where('id', '=', id)
        .execute()
    return { id, params: { supply_id }, ...(bodyOf && { body: bodyOf({ id: box, barcode }) }) }
  }

const inSupply = async ({ db }: World): Promise<Input> => ({ params: { supply_id: await buildSupply(db) } })

export const supplyRows: Row[] = [
  {
    call: 'supplies.import',
    expect: [401, 403, 403, 422, 422, 422],
    make: async ({ db }) => ({ body: { supply_id: await buildSupply(db) } }),
  },
  { call: 'supplies.fill', expect: [401, 403, 403, 422, 422, 422], make: supply() },
  {
    call: 'supplies.labels',
    expect: [401, 200, 200, 200, 200, 404],
    make: async ({ db }) => {
      const id = await buildSupply(db)
      await buildBox(db, id)
      return { id }
    },
  },
  { call: 'supplies.template', expect: [401, 403, 403, 200, 200, 200] },
  { call: 'supplies.export', expect: [401, 403, 403, 200, 200, 200] },
  { call: 'supplies.list', expect: [401, 200, 200, 200, 200, 200] },
  { call: 'supplies.get', expect: [401, 200, 200, 200, 200, 404], make: supply() },
  {
    call: 'supplies.get',
    case: 'deleted',
    expect: [401, 404, 404, 200, 200, 404],
    make: async ({ db, people }) => ({
      id: await buildSupply(db, { deleted_at: nowIso(), deleted_by: people.admin.id }),
    }),
  },
  {
    call: 'supplies.create',
    expect: [401, 403, 403, 201, 201, 422],
    make: async ({ db }) => ({ body: { warehouse_id: await buildWarehouse(db) } }),
  },
  {
    call: 'supplies.update',
    expect: [401, 403, 403, 200, 200, 404],
    make: supply({}, { comment: 'Срочно' }),
  },
  { call: 'supplies.remove', expect: [401, 403, 403, 200, 200, 404], make: supply() },
  {
    call: 'supplies.restore',
    expect: [401, 403, 403, 200, 200, 404],
    make: async ({ db, people }) => ({
      id: await buildSupply(db, { deleted_at: nowIso(), deleted_by: people.admin.id }),
    }),
  },
  {
    call: 'supplies.status',
    expect: [401, 403, 403, 200, 200, 404],
    make: supply(draft, { status: 'packing' }),
  },
  { call: 'supplies.packing', expect: [401, 200, 200, 200, 200, 404], make: supply() },
  { call: 'tasks.countScans', expect: [401, 403, 403, 200, 200, 404], make: uncounted },
  { call: 'supplies.inspect', expect: [401, 403, 403, 201, 201, 404], make: inspected },
  { call: 'supplies.inspections', expect: [401, 403, 403, 200, 200, 404], make: box() },
  { call: 'supplies.uncounted', expect: [401, 403, 403, 200, 200, 404], make: supply() },
  { call: 'supplies.pace', expect: [401, 200, 200, 200, 200, 404], make: supply() },
  { call: 'supplies.pallets', expect: [401, 200, 200, 200, 200, 404], make: inSupply },
  { call: 'supplies.palletBoxes', expect: [401, 200, 200, 200, 200, 404], make: inSupply },
  {
    call: 'supplies.palletLabels',
    expect: [401, 200, 200, 200, 200, 404],
    make: async ({ db }) => {
      const supply_id = await buildSupply(db)
      await buildPallet(db, supply_id)
      return { params: { supply_id } }
    },
  },
  { call: 'supplies.createPallet', expect: [401, 201, 201, 201, 201, 404], make: inSupply },
  {
    call: 'supplies.createPallet',
    case: 'of a draft',
    expect: [401, 409, 409, 201, 201, 404],
    make: async ({ db }) => ({ params: { supply_id: await buildSupply(db, draft) } }),
  },
  { call: 'supplies.removePallet', expect: [401, 200, 200, 200, 200, 404], make: pallet() },
  {
    call: 'supplies.putOnPallet',
    expect: [401, 200, 200, 200, 200, 404],
    make: pallet(({ barcode }) => ({ barcode })),
  },
  {
    call: 'supplies.putManyOnPallet',
    expect: [401, 200, 200, 200, 200, 404],
    make: pallet(({ id }) => ({ box_ids: [id] })),
  },
  {
    call: 'supplies.takeOffPallet',
    expect: [401, 200, 200, 200, 200, 404],
    make: pallet(({ id }) => ({ box_ids: [id] }), true),
  },
  { call: 'supplies.closePallet', expect: [401, 200, 200, 200, 200, 404], make: pallet(undefined, true) },
  {
    call: 'supplies.reopenPallet',
    expect: [401, 200, 200, 200, 200, 404],
    make: pallet(undefined, true, true),
  },
  { call: 'supplies.boxes', expect: [401, 200, 200, 200, 200, 404], make: supply() },
  { call: 'supplies.scans', expect: [401, 200, 200, 200, 200, 404], make: supply() },
  { call: 'supplies.getBox', expect: [401, 200, 200, 200, 200, 404], make: box() },
  { call: 'supplies.label', expect: [401, 200, 200, 200, 200, 404], make: box() },
  {
    call: 'supplies.createBox',
    expect: [401, 201, 201, 201, 201, 404],
    make: async ({ db }) => ({ params: { supply_id: await buildSupply(db) } }),
  },
  {
    call: 'supplies.createBox',
    case: 'of a draft',
    expect: [401, 409, 409, 201, 201, 404],
    make: async ({ db }) => ({ params: { supply_id: await buildSupply(db, draft) } }),
  },
  {
    call: 'supplies.addBoxes',
    expect: [401, 201, 201, 201, 201, 404],
    make: async ({ db }) => ({ params: { supply_id: await buildSupply(db) }, body: { count: 2 } }),
  },
  {
    call: 'supplies.proposeBoxes',
    expect: [401, 403, 403, 200, 200, 404],
    make: async (world) => ({ ...(await inSupply(world)), query: '?pieces=2' }),
  },
  {
    call: 'supplies.planBoxes',
    expect: [401, 403, 403, 201, 201, 404],
    make: async (world) => ({
      ...(await plannedSupply(world)),
      body: { pieces: 2, boxes: 2, units: 3 },
    }),
  },
  { call: 'supplies.updateBox', expect: [401, 200, 200, 200, 200, 404], make: box({}, { weight_g: 900 }) },
  {
    call: 'supplies.updateBox',
    case: 'plan',
    expect: [401, 403, 403, 200, 200, 404],
    make: async (world) => {
      const made = await box()(world)
      const product_id = await buildScannable(world.db, randomUUID())
      return { ...made, body: { items: [{ product_id, quantity: 1, planned: 2 }] } }
    },
  },
  { call: 'supplies.removeBox', expect: [401, 200, 200, 200, 200, 404], make: box() },
  {
    call: 'supplies.removeBox',
    case: 'with a plan',
    expect: [401, 403, 403, 200, 200, 404],
    make: plannedBox,
  },
  { call: 'supplies.copyBox', expect: [401, 201, 201, 201, 201, 404], make: box() },
  { call: 'supplies.copyBox', case: 'with a plan', expect: [401, 403, 403, 201, 201, 404], make: plannedBox },
  {
    call: 'supplies.moveLine',
    expect: [401, 201, 201, 201, 201, 404],
    make: async ({ db }) => {
      const supply_id = await buildSupply(db)
      const [id, to_box_id] = [await buildBox(db, supply_id), await buildBox(db, supply_id)]
      const product_id = await buildScannable(db, randomUUID())
      await buildItem(db, supply_id, id, { product_id })
      return { id, params: { supply_id }, body: { product_id, quantity: 1, to_box_id } }
    },
  },
  { call: 'supplies.seal', expect: [401, 200, 200, 200, 200, 404], make: box() },
  {
    call: 'supplies.unseal',
    expect: [401, 200, 200, 200, 200, 404],
    make: async (world) => box({ sealed_at: nowIso(), sealed_by: world.people.staff.id })(world),
  },
  {
    call: 'supplies.scan',
    expect: [401, 200, 200, 200, 200, 404],
    make: async (world) => {
      const barcode = randomUUID()
      await buildScannable(world.db, barcode)
      return { ...(await box()(world)), body: { barcode } }
    },
  },
  {
    call: 'supplies.askForRoom',
    expect: [401, 200, 200, 200, 200, 404],
    make: box({}, { barcode: 'A-1' }),
  },
  {
    call: 'supplies.askForRoom',
    case: 'of a draft',
    expect: [401, 409, 409, 200, 200, 404],
    make: async ({ db }) => {
      const supply_id = await buildSupply(db, draft)
      return { id: await buildBox(db, supply_id), params: { supply_id }, body: { barcode: 'A-1' } }
    },
  },
  {
    call: 'supplies.takeBack',
    expect: [401, 200, 403, 200, 200, 404],
    make: async ({ db, people }) => {
      const supply_id = await buildSupply(db)
      const id = await buildBox(db, supply_id)
      const product_id = await buildScannable(db, randomUUID())
      await buildItem(db, supply_id, id, { product_id })
      const scan_id = randomUUID()
      await buildScan(db, people.staff, { supply_id, box_id: id, product_id, scan_id })
      return { id, params: { supply_id, scan_key: scan_id } }
    },
  },
]
