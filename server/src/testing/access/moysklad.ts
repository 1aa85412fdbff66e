import { hashToken, makeToken } from '../../token.ts'
import { buildMoySkladConnection } from '../moysklad/moysklad-items.ts'
import type { Input, Row, World } from './row.ts'

type Fields = NonNullable<Parameters<typeof buildMoySkladConnection>[2]>

const connection =
  (fields: Fields = {}, body?: object) =>
  async ({ db, people }: World): Promise<Input> => {
    await db.remove('moysklad_runs').execute()
    await buildMoySkladConnection(db, people.owner, fields)
    return body ? { body } : {}
  }

export const moySkladRows: Row[] = [
  { call: 'moySklad.get', expect: [401, 403, 403, 200, 200, 200], make: connection() },
  {
    call: 'moySklad.save',
    case: 'a token',
    // No server listens at the MoySklad address, so the answer is 502.
    expect: [401, 403, 403, 403, 502, 502],
    make: async () => ({ body: { token: 'a'.repeat(40) } }),
  },
  // The stranger's company has no connection, so a token is missing.
  {
    call: 'moySklad.save',
    case: 'settings',
    expect: [401, 403, 403, 403, 200, 422],
    make: connection({}, { sync: { employees: false } }),
  },
  { call: 'moySklad.sync', expect: [401, 403, 403, 201, 201, 409], make: connection() },
  {
    call: 'moySklad.stop',
    expect: [401, 403, 403, 403, 200, 409],
    make: async (world) => {
      await connection()(world)
      const run = { reason: 'manual', started_at: '2026-11-20T06:00:00.000Z' } as const
      await world.db.insert('moysklad_runs', run).execute()
      return {}
    },
  },
  {
    call: 'moySklad.confirm',
    expect: [401, 403, 403, 403, 201, 409],
    make: connection({ state: 'checking' }),
  },
  { call: 'moySklad.runs', expect: [401, 403, 403, 403, 200, 200], make: connection() },
  // Without a connection the call changes nothing.
  { call: 'moySklad.disconnect', expect: [401, 403, 403, 403, 200, 200], make: connection() },
  {
    call: 'moySklad.hook',
    case: 'under no secret of ours',
    expect: [404, 404, 404, 404, 404, 404],
    make: async () => ({ params: { hook_key: makeToken() }, body: { events: [] } }),
  },
  {
    call: 'moySklad.hook',
    case: 'under its secret, whoever knocks',
    expect: [204, 204, 204, 204, 204, 204],
    make: async (world) => {
      const key = makeToken()
      await connection({ hook_digest: hashToken(key) })(world)
      return { params: { hook_key: key }, body: { events: [] } }
    },
  },
]
