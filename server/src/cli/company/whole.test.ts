import { copyFile, mkdir, readdir, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { nowIso } from '../../clock.ts'
import { Db } from '../../database/db.ts'
import { removeRestored } from '../../features/multimedia/multimedia.jobs.ts'
import { openStorage } from '../../storage/storage.ts'
import { fingerprint } from '../../testing/fingerprint.ts'
import { testPassword } from '../../testing/rows/build.ts'
import { forgeArchive } from '../../testing/values/forge-archive.ts'
import { somebodyWaits } from '../../testing/waits.ts'
import { command, type Installation, openInstallation } from '../testing.ts'

// The demo company has rows in nearly every table, and media.
let source: Installation
let target: Installation
let backup: string
let exported: string
/** The rows of the company without those that stay with the installation. */
let moved: string

const demo = 1
const other = 2
const name = 'Северный дом'

const run = ({ env }: Installation, ...args: string[]) =>
  command({ ...env, ARTEL_PASSWORD: testPassword }, ...args)

async function succeed(where: Installation, ...args: string[]): Promise<string> {
  const { code, text } = await run(where, ...args)
  expect([code, text]).toEqual([0, expect.any(String)])
  return text
}

const refused = (reason: string, code = 1) => ({ code, text: expect.stringContaining(reason) })

const ofInstallation = ['sessions', 'mailed_links', 'push_devices', 'push_deliveries'] as const

async function deleteBrowsers({ root }: Installation): Promise<void> {
  for (const table of ['sessions', 'mailed_links'] as const) await root.deleteFrom(table).execute()
}

const mediaOf = ({ dataDir }: Installation, id: number) =>
  readdir(join(dataDir, 'media', String(id))).then(
    (names) => names.toSorted(),
    () => [],
  )

beforeAll(async () => {
  source = await openInstallation()
  await succeed(source, 'demo', 'load')
  await succeed(source, 'company', 'create', '--name', 'Ромашка', '--email', 'owner@romashka.test')
  await deleteBrowsers(source)
  // A photo names its author, who may name it in turn.
  await sql`
    with photo as (select min(file) as file from multimedia where company_id = ${demo}),
      company as (update companies set logo = photo.file from photo where id = ${demo})
    update users set avatar = photo.file from photo where company_id = ${demo}`.execute(source.root)
  moved = await fingerprint(source.root, [demo])
  backup = join(source.dataDir, 'backup.tar.gz')
  exported = join(source.dataDir, 'company.tar.gz')
  await succeed(source, 'backup', backup)
  await succeed(source, 'company', 'export', String(demo), exported)
  target = await openInstallation('migrated')
  // Each installation gives its companies ids from a range of its own.
  await sql`alter table companies alter id restart with 1000`.execute(target.root)
  await succeed(target, 'company', 'create', '--name', 'Лютик', '--email', 'owner@lutik.test')
}, 300_000)

test('an export has the rows and files of one company, and nothing of the others', async () => {
  const found = new Map<string, string>()
  const files: string[] = []
  const copy = join(source.dataDir, 'copy.tar.gz')
  await succeed(source, 'company', 'export', String(demo), copy)
  await forgeArchive(copy, {
    rows: (table, lines) => {
      found.set(table, (found.get(table) ?? '') + lines)
      return lines
    },
    file: (key, content) => {
      files.push(key)
      return [content]
    },
  })
  expect(found.get('companies')).toMatch(/^1\tСеверный дом\t[^\n]*\n$/)
  expect(found.get('logins')).not.toContain('romashka')
  expect(
    [...ofInstallation, 'push_keys', 'default_texts', 'tries'].filter((table) => found.has(table)),
  ).toEqual([])
  expect(files.length).toBeGreaterThan(50)
  expect(files.filter((key) => !key.startsWith('1/'))).toEqual([])
  expect(files.length).toBe((await mediaOf(source, demo)).length)
})

test.each(['export', 'backup'])(
  'the company of an %s joins the companies of another installation',
  async (kind) => {
    const before = await fingerprint(target.root, [1000])
    const archive = kind === 'export' ? [exported] : [backup, '--company', String(demo)]
    await succeed(target, 'company', 'import', ...archive)
    expect(await fingerprint(target.root, [demo])).toBe(moved)
    expect(await fingerprint(target.root, [1000])).toBe(before)
    expect(await mediaOf(target, demo)).toEqual(await mediaOf(source, demo))
    // The key of the target is another one, so `verify` finds what only the old one opens.
    expect((await run(target, 'verify')).text).not.toMatch(/WRONG {2}(?!SECRET_KEY)/)
    // The ids that come next are free.
    const adding = await target.root.startTransaction().execute()
    await new Db(adding, demo).insert('warehouses', { name: 'Новый склад', created_at: nowIso() }).execute()
    await adding.rollback().execute()

    expect(await run(target, 'company', 'import', ...archive)).toEqual(
      refused('There is a company 1 already'),
    )
    expect(await run(target, 'company', 'delete', '1', '--name', name)).toEqual(
      refused('deactivate it first'),
    )
    await succeed(target, 'company', 'deactivate', '1')
    expect(await run(target, 'company', 'delete', '1', '--name', 'Лютик')).toEqual(
      refused('has another name'),
    )
    expect(await run(target, 'company', 'delete', '1')).toEqual(refused('--name is missing', 2))
    await succeed(target, 'company', 'delete', '1', '--name', name)
    expect(await fingerprint(target.root, [demo])).toBe(await fingerprint(target.root, [999]))
    expect(await fingerprint(target.root, [1000])).toBe(before)
    expect(await mediaOf(target, demo)).toEqual([])
    expect(await succeed(target, 'company', 'list')).toBe('1000\tactive\t1\towner@lutik.test\tЛютик\n')
    await succeed(target, 'verify')
  },
  120_000,
)

test('nothing is imported if a person of the company has a login here, or the archive is not usable', async () => {
  let before = await fingerprint(target.root, [1000])
  const isRefused = async (reason: string, code: number, ...args: string[]) => {
    expect(await run(target, 'company', 'import', ...args)).toEqual(refused(reason, code))
    expect(await fingerprint(target.root, [demo, other, 1000])).toBe(before)
    expect(await mediaOf(target, demo)).toEqual([])
  }
  await isRefused('name one with --company', 2, backup)
  await isRefused('it does not have company 77', 1, backup, '--company', '77')
  await isRefused('it does not have company 2', 1, exported, '--company', '2')
  await isRefused('x is no company’s id', 2, backup, '--company', 'x')
  await target.root.updateTable('logins').set({ email: 'admin@artel.demo' }).execute()
  before = await fingerprint(target.root, [1000])
  await isRefused('A row of the table logins is here already: Key (email)=(admin@artel.demo)', 1, exported)
  await target.root.updateTable('logins').set({ email: 'owner@lutik.test' }).execute()
  before = await fingerprint(target.root, [1000])
  const older = join(source.dataDir, 'older.tar.gz')
  await copyFile(exported, older)
  await forgeArchive(older, {
    manifest: ({ migrations, ...rest }) => ({ ...rest, migrations: migrations.slice(0, -1) }),
  })
  await isRefused('is of an older version', 1, older)
})

test('an export starts an installation of its own, but replaces no other', async () => {
  expect(await run(target, 'restore', exported)).toEqual(refused('only --replace'))
  expect(await run(target, 'restore', exported, '--replace')).toEqual(refused('company import adds it'))
  const alone = await openInstallation('migrated')
  await succeed(alone, 'restore', exported)
  expect(await fingerprint(alone.root, [demo])).toBe(moved)
}, 60_000)

test('a deletion that was interrupted keeps the company closed and is completed by its repetition', async () => {
  const { root } = source
  const before = await fingerprint(root, [other])
  await succeed(source, 'company', 'deactivate', String(demo))
  await root.transaction().execute(async (connection) => {
    await sql`set local artel.whole_company = 'on'`.execute(connection)
    await sql`update companies set deleting_since = now() where id = ${demo}`.execute(connection)
    await sql`delete from ledger_entries where company_id = ${demo} and reverses_id is not null`.execute(
      connection,
    )
  })
  expect((await run(source, 'verify')).text).toContain(
    'A part of company 1 is deleted: repeat company delete',
  )
  expect((await run(source, 'verify')).text).not.toContain('WRONG')
  expect(await succeed(source, 'company', 'list')).toContain(`1\tbeing deleted\t`)
  const isDeleted = refused('A part of company 1 is deleted already')
  expect(await run(source, 'company', 'activate', '1')).toEqual(isDeleted)
  expect(await run(source, 'company', 'export', '1', join(source.dataDir, 'part.tar.gz'))).toEqual(isDeleted)

  // A job that is under way adds a row meanwhile.
  const late = await root.startTransaction().execute()
  await new Db(late, demo).insert('warehouses', { name: 'Поздний', created_at: nowIso() }).execute()
  const deleting = succeed(source, 'company', 'delete', String(demo), '--name', name)
  await somebodyWaits(late)
  await late.commit().execute()
  await deleting
  expect(await fingerprint(root, [demo])).toBe(await fingerprint(root, [999]))
  expect(await fingerprint(root, [other])).toBe(before)
  expect(await mediaOf(source, demo)).toEqual([])
  expect(await succeed(source, 'verify')).not.toContain('company 1')
}, 60_000)

test('the files of a killed deletion are removed by the server', async () => {
  const { root, dataDir } = target
  await succeed(target, 'company', 'import', exported)
  const [key = ''] = (await mediaOf(target, demo)).map((file) => `${demo}/${file}`)
  await succeed(target, 'company', 'deactivate', '1')
  // A folder in the place of a file cannot be removed as a file.
  await rm(join(dataDir, 'media', key))
  await mkdir(join(dataDir, 'media', key))
  expect((await run(target, 'company', 'delete', '1', '--name', name)).code).toBe(1)
  await rmdir(join(dataDir, 'media', key))
  expect(await root.selectFrom('companies').select('id').where('id', '=', demo).execute()).toEqual([])
  await removeRestored(root, await openStorage({ dataDir, s3: undefined }))
  expect(await mediaOf(target, demo)).toEqual([])
  await succeed(target, 'verify')
}, 60_000)

test('outside such a command, no row of a ledger can be deleted', async () => {
  await expect(sql`delete from audit where company_id = ${other}`.execute(source.root)).rejects.toThrow()
})
