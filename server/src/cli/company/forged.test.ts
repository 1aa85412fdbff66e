import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { nowIso } from '../../clock.ts'
import { Db } from '../../database/db.ts'
import { findForgotten } from '../../features/hours/hours.jobs.ts'
import { deleteUnusedMedia } from '../../features/multimedia/multimedia.jobs.ts'
import { foldStats } from '../../features/stats/stats.jobs.ts'
import { fingerprint } from '../../testing/fingerprint.ts'
import { testPassword } from '../../testing/rows/build.ts'
import { forgeArchive } from '../../testing/values/forge-archive.ts'
import { command, type Installation, openInstallation } from '../testing.ts'

// Somebody gives the operator the archive of a company with rows that fit their tables, but that no call writes.
let source: Installation
let target: Installation
let archives = 0

const own = 1
const other = 1000

const run = ({ env }: Installation, ...args: string[]) =>
  command({ ...env, ARTEL_PASSWORD: testPassword }, ...args)

beforeAll(async () => {
  source = await openInstallation()
  await run(source, 'company', 'create', '--name', 'Ромашка', '--email', 'owner@romashka.test')
  const at = nowIso()
  await source.root.transaction().execute(async (connection) => {
    const db = new Db(connection, own)
    await db.insert('warehouses', { name: 'Склад', created_at: at }).execute()
    const since = { started_at: at, punched_started_at: at, planned_ended_at: at }
    await db
      .insert('shifts', { user_id: 1, day: at.slice(0, 10), ...since, source: 'clock', created_at: at })
      .execute()
    const photo = {
      type: 'photo',
      path: 'tasks',
      file: `${'0'.repeat(32)}.jpg`,
      name: 'Фото',
      size: 1,
    } as const
    const longAgo = '2026-01-01T00:00:00.000Z'
    const rest = { sha256: Buffer.alloc(32), variants: {}, created_by: 1, created_at: longAgo }
    await db.insert('multimedia', { ...photo, ...rest }).execute()
    const place = { user_id: 1, day: at.slice(0, 10), hour: 9, warehouse_id: 0, product_id: 0 }
    for (const money of [100, 200]) await db.insert('stat_deltas', { ...place, money }).execute()
  })
  target = await openInstallation('migrated')
  await sql`alter table companies alter id restart with ${sql.lit(other)}`.execute(target.root)
  await run(target, 'company', 'create', '--name', 'Лютик', '--email', 'owner@lutik.test')
}, 120_000)

/** Imports the company after `change` of the rows of a table. */
async function importForged(table: string, change: (lines: string) => string) {
  archives += 1
  const path = join(source.dataDir, `${archives}.tar.gz`)
  await run(source, 'company', 'export', String(own), path)
  const changed: string[] = []
  const rows = (name: string, lines: string) => {
    if (name !== table) return lines
    changed.push(change(lines))
    expect(changed.at(-1)).not.toBe(lines)
    return changed.at(-1) ?? ''
  }
  await forgeArchive(path, { rows })
  expect(changed).toHaveLength(1)
  return run(target, 'company', 'import', path)
}

const replaced = (old: string | RegExp, by: string) => (lines: string) => lines.replace(old, by)
const number = /^1\t\d+/

/** The id that the next row of another company gets. */
async function nextId(): Promise<number> {
  const adding = await target.root.startTransaction().execute()
  const { id } = await new Db(adding, other)
    .insert('warehouses', { name: 'Новый склад', created_at: nowIso() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await adding.rollback().execute()
  return id
}

test.each<[reason: string, table: string, change: (lines: string) => string]>([
  ['warehouses.id', 'warehouses', replaced(number, `1\t${2n ** 63n - 1n}`)],
  ['warehouses.id', 'warehouses', replaced(number, `1\t${2n ** 52n + 1n}`)],
  ['shifts.planned_ended_at', 'shifts', replaced(/\S+ \S+(?=\tf\t)/, '294276-12-31 23:59:59+00')],
  ['shifts.planned_ended_at', 'shifts', replaced(/\S+ \S+(?=\tf\t)/, 'infinity')],
  ['shifts.created_at', 'shifts', replaced(/\S+ \S+$/m, '0044-03-15 12:00:00+00 BC')],
  ['stat_deltas.money', 'stat_deltas', (lines) => lines.replaceAll(/\t(1|2)00\t/g, `\t${2n ** 63n - 1n}\t`)],
  ['companies.settings.hours', 'companies', replaced('\t{}\t', '\t{"hours": {"grace_minutes": "x"}}\t')],
  ['companies.settings', 'companies', replaced('\t{}\t', '\t{"made_up": true}\t')],
  // A column whose length the database does not limit.
  ['shifts.breaks', 'shifts', replaced('\t{}\t', `\t{"x": "${'x'.repeat(16_000_001)}"}\t`)],
  ['companies.name', 'companies', replaced('Ромашка', '\u001b]0;Ромашка\u0007')],
  ['it names the file 1/x/../y_0000', 'multimedia', replaced('{}', '{"x/../y": {"size": 0}}')],
  ['media_usage.bytes', 'media_usage', replaced(/\d+$/m, '0')],
  ['person_media_usage.bytes', 'person_media_usage', replaced(/\d+$/m, '0')],
])('nothing is imported with a value that no call writes: %s', async (reason, table, change) => {
  const before = await fingerprint(target.root, [own, other])
  const { code, text } = await importForged(table, change)
  // What the other companies need.
  expect(await nextId()).toBeLessThan(1000)
  await findForgotten(target.root)
  await foldStats(target.root)
  await deleteUnusedMedia(target.root)
  expect({ code, text }).toEqual({ code: 1, text: expect.stringContaining(reason) })
  expect(await fingerprint(target.root, [own, other])).toBe(before)
})

test('a refused value brings no control characters to the terminal', async () => {
  const { code, text } = await importForged('shifts', replaced(number, '1\t\u001b[2J'))
  expect({ code, text }).toEqual({ code: 1, text: expect.stringContaining('?[2J') })
  expect(text.trimEnd()).not.toMatch(/\p{Cc}/u)
})

test('the greatest ids that are imported leave others their own', async () => {
  const { code, text } = await importForged('warehouses', replaced(number, `1\t${2n ** 52n}`))
  expect([code, text]).toEqual([0, expect.any(String)])
  expect(await nextId()).toBe(2 ** 52 + 1)
  await new Db(target.root, other).insert('warehouses', { name: 'Склад', created_at: nowIso() }).execute()
  // The database has given an id beyond the limit by now, so it takes back what it has exported.
  await run(target, 'company', 'deactivate', String(other))
  const path = join(target.dataDir, 'own.tar.gz')
  await run(target, 'company', 'export', String(other), path)
  await run(target, 'company', 'delete', String(other), '--name', 'Лютик')
  expect(await run(target, 'company', 'import', path)).toEqual({ code: 0, text: expect.any(String) })
})
