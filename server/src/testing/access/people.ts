import { randomUUID } from 'node:crypto'
import { nowIso } from '../../clock.ts'
import { buildUser } from '../rows/build.ts'
import type { Input, Row, World } from './row.ts'

const hire = (fields: object = {}) => ({
  body: { first_name: 'Вера', last_name: 'Полякова', email: `${randomUUID()}@artel.test`, ...fields },
})

/** A user of `type` who has no session, so that a row can change them. */
const other =
  (type: 'staff' | 'admin', body?: object) =>
  async ({ root, db }: World): Promise<Input> => ({
    id: (await buildUser(root, db, type)).id,
    ...(body && { body }),
  })
const invited = async ({ root, db }: World): Promise<Input> => {
  const { id } = await buildUser(root, db, 'staff')
  await db
    .update('logins', { password_hash: null, password_set_by: null })
    .where('user_id', '=', id)
    .execute()
  return { id }
}

const guarded = async ({ root, db }: World): Promise<Input> => {
  const { id } = await buildUser(root, db, 'staff')
  const at = nowIso()
  await db
    .insert('totp_factors', { user_id: id, secret: 'sealed', created_at: at, confirmed_at: at })
    .execute()
  return { id }
}

export const peopleRows: Row[] = [
  {
    call: 'users.get',
    case: 'own to staff',
    expect: [401, 200, 403, 200, 200, 404],
    make: async ({ people }) => ({ id: people.staff.id }),
  },
  {
    call: 'users.get',
    case: 'of nobody',
    expect: [401, 404, 404, 404, 404, 404],
    make: async () => ({ id: 999_999_999 }),
  },
  {
    call: 'personnel.create',
    case: 'of staff',
    expect: [401, 403, 403, 201, 201, 201],
    make: async () => hire(),
  },
  {
    call: 'personnel.create',
    case: 'of an admin',
    expect: [401, 403, 403, 403, 201, 201],
    make: async () => hire({ type: 'admin' }),
  },
  {
    call: 'personnel.create',
    case: 'of an owner, with a password',
    expect: [401, 403, 403, 403, 201, 201],
    make: async () => hire({ type: 'owner', password: 'вишня грузовик пять' }),
  },
  {
    call: 'personnel.update',
    case: 'of staff',
    expect: [401, 403, 403, 200, 200, 404],
    make: other('staff', { position: 'Кладовщик' }),
  },
  {
    call: 'personnel.update',
    case: 'of an admin',
    expect: [401, 403, 403, 403, 200, 404],
    make: other('admin', { position: 'Кладовщик' }),
  },
  {
    call: 'personnel.update',
    case: 'of the type',
    expect: [401, 403, 403, 403, 200, 404],
    make: other('staff', { type: 'admin' }),
  },
  {
    call: 'personnel.setStatus',
    case: 'of staff',
    expect: [401, 403, 403, 200, 200, 404],
    make: other('staff', { status: 'archived' }),
  },
  {
    call: 'personnel.setStatus',
    case: 'of an admin',
    expect: [401, 403, 403, 403, 200, 404],
    make: other('admin', { status: 'archived' }),
  },
  { call: 'personnel.invite', expect: [401, 403, 403, 200, 200, 404], make: invited },
  { call: 'personnel.resetTotp', expect: [401, 403, 403, 403, 200, 404], make: guarded },
  {
    call: 'personnel.unfinished',
    case: 'of staff',
    expect: [401, 403, 403, 200, 200, 404],
    make: other('staff'),
  },
  {
    call: 'personnel.unfinished',
    case: 'of an admin',
    expect: [401, 403, 403, 403, 200, 404],
    make: other('admin'),
  },
  {
    call: 'personnel.bulk',
    expect: [401, 403, 403, 200, 200, 200],
    make: async () => ({ body: { ids: [1], action: 'restore' } }),
  },
  {
    call: 'personnel.bulk',
    case: 'of staff',
    expect: [401, 403, 403, 200, 200, 200],
    make: async (world) => ({ body: { ids: [(await other('staff')(world)).id], action: 'archive' } }),
  },
  { call: 'personnel.remove', expect: [401, 403, 403, 403, 200, 404], make: other('staff') },
]
