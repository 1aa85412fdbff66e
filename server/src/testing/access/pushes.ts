import { buildDevice, buildPush, makeSubscription } from '../rows/pushes.ts'
import type { Input, Row, World } from './row.ts'

const scheduled =
  (body?: object) =>
  async ({ db, people }: World): Promise<Input> => ({
    id: await buildPush(db, people.admin),
    ...(body && { body }),
  })

const draft = { title: 'Отгрузка завтра', body: 'Машина придёт в 9:00', audience: { all: true } }

export const pushRows: Row[] = [
  { call: 'devices.list', expect: [401, 200, 200, 200, 200, 200] },
  {
    call: 'devices.subscribe',
    expect: [401, 200, 200, 200, 200, 200],
    make: async () => ({ body: makeSubscription() }),
  },
  {
    call: 'devices.unsubscribe',
    expect: [401, 200, 200, 200, 200, 200],
    make: async () => ({ body: { endpoint: makeSubscription().endpoint } }),
  },
  {
    call: 'devices.remove',
    case: 'own to staff',
    expect: [401, 200, 404, 404, 404, 404],
    make: async ({ db, people }) => ({ id: await buildDevice(db, people.staff) }),
  },
  { call: 'devices.test', expect: [401, 200, 200, 200, 200, 200] },
  { call: 'pushes.list', expect: [401, 403, 403, 200, 200, 200] },
  { call: 'pushes.get', expect: [401, 403, 403, 200, 200, 404], make: scheduled() },
  { call: 'pushes.send', expect: [401, 403, 403, 201, 201, 201], make: async () => ({ body: draft }) },
  {
    call: 'pushes.send',
    case: 'to somebody of the company',
    expect: [401, 403, 403, 201, 201, 422],
    make: async ({ people }) => ({ body: { ...draft, audience: { user_ids: [people.staff.id] } } }),
  },
  {
    call: 'pushes.update',
    expect: [401, 403, 403, 200, 200, 404],
    make: scheduled({ title: 'Отгрузка в среду' }),
  },
  { call: 'pushes.remove', expect: [401, 403, 403, 200, 200, 404], make: scheduled() },
  {
    call: 'pushes.count',
    expect: [401, 403, 403, 200, 200, 200],
    make: async () => ({ body: { audience: { all: true } } }),
  },
  { call: 'pushes.getAutomatic', expect: [401, 403, 403, 200, 200, 200] },
  {
    call: 'pushes.setAutomatic',
    expect: [401, 403, 403, 200, 200, 200],
    make: async () => ({ body: { achievement: { on: false } } }),
  },
]
