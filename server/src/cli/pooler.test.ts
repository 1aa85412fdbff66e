import pg from 'pg'
import pino from 'pino'
import { describe, expect, test, vi } from 'vitest'
import { withClient } from '../database/connection/client.ts'
import { type Connection, poolSettings } from '../database/connection/open.ts'
import { preparePooler } from '../database/connection/pooler.ts'
import { startDatabase } from '../database/connection/start.ts'
import { openLiveEvents } from '../events/live-events.ts'
import { readSettings } from '../settings.ts'
import { callers } from '../testing/access/row.ts'
import { rows } from '../testing/access/rows.ts'
import { ask, declared, useStage } from '../testing/access/world.ts'
import { useTestApp } from '../testing/app.ts'
import { onOwnDatabase } from '../testing/installation.ts'
import { startPooler } from '../testing/pooler.ts'
import { patienceMs } from '../testing/waits.ts'
import { envOf } from './testing.ts'

// PgBouncer is a package of Debian.
describe.skipIf(process.platform !== 'linux')('behind a pooler that pools by transaction', () => {
  const connect = onOwnDatabase()
  let pooled: string
  let direct: Connection
  const test_ = useTestApp(undefined, undefined, undefined, connect, async (connection) => {
    direct = connection
    pooled = await startPooler(connection)
    await preparePooler(connection, pooled)
    return pooled
  })
  const stage = useStage(test_)

  for (const row of rows) {
    const call = declared[row.call]
    if (!call || row.case) continue
    const expected = callers.map((caller, index) => ({ caller, status: row.expect[index] ?? 0 }))
    const [answered] = expected.toReversed().filter(({ status }) => status < 400)
    if (!answered) continue
    test(`${row.call} answers`, async () => {
      const client = await stage.signIn(answered.caller)
      const input = (await row.make?.(stage.world)) ?? {}
      expect((await ask(client, call, input)).statusCode).toBe(answered.status)
    })
  }

  test('events reach the other processes', async () => {
    const heard: unknown[] = []
    test_.events.subscribe((announcement) => heard.push(announcement.event))
    const event = { entity: 'task', id: 1, action: 'update' } as const
    const announcement = { companyId: stage.world.db.companyId, event, audience: 'everyone' } as const
    const other = openLiveEvents(test_.root, direct, pino({ level: 'silent' }))
    other.publish([announcement])
    await vi.waitFor(() => expect(heard).toContainEqual(event), patienceMs)
    await other.close()
  })

  test('its connections have the settings of a pool, and those of commands have none', async () => {
    const read = async (client: pg.Client) => {
      const names = Object.keys(poolSettings)
      const { rows } = await client.query<{ value: string }>(
        'select current_setting(name) as value from unnest($1::text[]) as name',
        [names],
      )
      return rows.map(({ value }) => value)
    }
    const client = new pg.Client(pooled)
    await client.connect()
    expect(await read(client)).toEqual(Object.values(poolSettings))
    await client.end()
    expect(await withClient(direct, read)).toEqual(['UTC', '0', '0', '0'])
  })

  test('a server starts with both addresses, and refuses connections from before', async () => {
    const log = pino({ level: 'silent' })
    const settings = readSettings({ ...envOf(direct), DATABASE_URL: pooled })
    const databaseDirectUrl = envOf(direct).DATABASE_URL
    const database = await startDatabase({ ...settings, databaseDirectUrl, preparesStatements: false }, log)
    expect(await database.root.selectFrom('companies').select('id').limit(1).execute()).toHaveLength(1)
    await database.close()
    await expect(startDatabase(settings, log)).rejects.toThrow('DATABASE_DIRECT_URL must be given')
    await withClient(direct, async (client) => {
      const { rows } = await client.query<{ reset: string }>(
        `select format('alter role %I in database %I reset all', current_user, current_database()) as reset`,
      )
      await client.query(rows[0]?.reset ?? '')
    })
    const early = await startPooler(direct)
    // Opens the first connection of the pooler before the role has the settings.
    const client = new pg.Client(early)
    await client.connect()
    await client.query('select 1').finally(() => client.end())
    await expect(preparePooler(direct, early)).rejects.toThrow('RECONNECT')
    await preparePooler(direct, pooled)
  })
})
