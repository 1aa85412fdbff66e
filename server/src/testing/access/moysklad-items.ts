import { buildMoySkladItem, readEmployee } from '../moysklad/moysklad-items.ts'
import { buildUser } from '../rows/build.ts'
import type { Input, Row, World } from './row.ts'

const item =
  (body?: object) =>
  async (world: World): Promise<Input> => ({
    id: await buildMoySkladItem(world.db, world.people.owner),
    ...(body && { body }),
  })

const connected = async (world: World): Promise<Input> => {
  await buildMoySkladItem(world.db, world.people.owner)
  return {}
}

export const moySkladItemRows: Row[] = [
  // The stranger's company has no connection.
  { call: 'moySkladItems.preview', expect: [401, 403, 403, 403, 200, 409], make: connected },
  { call: 'moySkladItems.list', expect: [401, 403, 403, 403, 200, 200], make: connected },
  { call: 'moySkladItems.get', expect: [401, 403, 403, 403, 200, 404], make: item() },
  {
    call: 'moySkladItems.decide',
    expect: [401, 403, 403, 403, 200, 404],
    make: item({ decision: 'ignore' }),
  },
  {
    call: 'moySkladItems.decideMany',
    expect: [401, 403, 403, 403, 200, 409],
    make: async (world) => ({
      body: { ids: [await buildMoySkladItem(world.db, world.people.owner)], decision: 'create' },
    }),
  },
  {
    call: 'moySkladItems.retry',
    expect: [401, 403, 403, 403, 201, 409],
    make: async (world) => {
      await world.db.remove('moysklad_runs').execute()
      await connected(world)
      return { body: {} }
    },
  },
  { call: 'moySkladItems.log', expect: [401, 403, 403, 403, 200, 200], make: connected },
  {
    call: 'moySkladItems.user',
    expect: [401, 403, 403, 403, 200, 404],
    make: async ({ root, db }) => ({ id: (await buildUser(root, db, 'staff')).id }),
  },
  {
    call: 'moySkladItems.tieUser',
    expect: [401, 403, 403, 403, 200, 404],
    make: async (world) => {
      const employee = readEmployee()
      await buildMoySkladItem(world.db, world.people.owner, employee)
      const user = await buildUser(world.root, world.db, 'staff')
      return { id: user.id, body: { moy_sklad_id: employee.moy_sklad_id } }
    },
  },
]
