import { existsSync } from 'node:fs'
import { copyFile, readdir, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { withClient } from '../database/connection/client.ts'
import { forgeArchive } from '../testing/values/forge-archive.ts'
import { makeOpenFolder } from './open-folder.ts'
import { command, envOf, openInstallation, rawCommand } from './testing.ts'

const password = { ARTEL_PASSWORD: 'right horse battery' }
const create = ['company', 'create', '--name', 'Ромашка', '--email', 'owner@artel.test']

/** A folder without a database, which is the current one while the test runs. */
async function enterEmptyFolder(): Promise<string> {
  const empty = await realpath(await makeOpenFolder('artel-nowhere-'))
  const before = process.cwd()
  process.chdir(empty)
  onTestFinished(async () => {
    process.chdir(before)
    await rm(empty, { recursive: true, force: true })
  })
  return empty
}

let archive: string
let folder: string

beforeAll(async () => {
  folder = await makeOpenFolder('artel-archive-')
  archive = join(folder, 'backup.tar.gz')
  const { env } = await openInstallation('migrated')
  expect((await command({ ...env, ...password }, ...create)).code).toBe(0)
  expect((await command(env, 'backup', archive)).code).toBe(0)
})

afterAll(() => rm(folder, { recursive: true, force: true }))

describe('where there is no database', () => {
  const refused = [
    ['verify'],
    ['backup', 'FOLDER/new.tar.gz'],
    ['restore', 'ARCHIVE'],
    ['restore', 'ARCHIVE', '--replace'],
    ['company', 'list'],
    ['company', 'activate', '1'],
    ['company', 'deactivate', '1'],
  ]

  test.each(refused.map((words) => [words]))(
    '%j without settings fails and creates nothing',
    async (words) => {
      const empty = await enterEmptyFolder()
      const given = words.map((word) => word.replace('FOLDER', empty).replace('ARCHIVE', archive))
      expect(await rawCommand({}, ...given)).toEqual({
        code: 2,
        text: `There is no database in ${join(empty, 'data')}: set DATABASE_URL or DATA_DIR\n`,
      })
      expect(await readdir(empty)).toEqual([])
    },
  )

  test('only a restore creates one in a DATA_DIR that is set', async () => {
    const empty = await enterEmptyFolder()
    const DATA_DIR = join(empty, 'elsewhere')
    for (const words of [['verify'], ['backup', join(empty, 'new.tar.gz')], ['company', 'list']]) {
      const ended = await rawCommand({ DATA_DIR }, ...words)
      expect(ended).toEqual({ code: 2, text: expect.stringContaining(`There is no database in ${DATA_DIR}`) })
    }
    expect(await readdir(empty)).toEqual([])
    const restored = await rawCommand({ DATA_DIR }, 'restore', archive)
    expect(restored).toEqual({ code: 0, text: expect.stringContaining(`database in ${DATA_DIR}`) })
    expect((await command({ DATA_DIR }, 'company', 'list')).text).toContain('Ромашка')
  })

  test.each([[['migrate']], [create]])('%j creates one, also without settings', async (words) => {
    const empty = await enterEmptyFolder()
    const { code, text } = await rawCommand(password, ...words)
    expect([code, text]).toEqual([0, expect.stringContaining(`database in ${join(empty, 'data')}`)])
    expect(existsSync(join(empty, 'data', 'postgres', 'cluster', 'PG_VERSION'))).toBe(true)
  })
})

test('commands that need an installation make no tables in another database', async () => {
  const { connection } = await openInstallation()
  for (const words of [['verify'], ['company', 'list']]) {
    const ended = await command(envOf(connection), ...words)
    expect(ended).toEqual({ code: 2, text: expect.stringMatching(/^The database .* has no tables of Artel/) })
  }
  const { rowCount } = await withClient(connection, (client) =>
    client.query(`select from pg_class where relnamespace = 'public'::regnamespace`),
  )
  expect(rowCount).toBe(0)
})

test('nothing without companies is backed up, checked or restored', async () => {
  const { env, dataDir } = await openInstallation('migrated')
  const file = join(dataDir, 'new.tar.gz')
  expect(await command(env, 'backup', file)).toEqual({
    code: 1,
    text: 'The database has no companies: there is nothing to back up\n',
  })
  expect((await readdir(dataDir)).filter((name) => name.includes('tar.gz'))).toEqual([])
  expect(await command(env, 'verify')).toEqual({
    code: 1,
    text: 'The database has no companies: there is nothing to check\n',
  })
  await copyFile(archive, file)
  await forgeArchive(file, { rows: (table, lines) => (table === 'companies' ? '' : lines) })
  expect(await command(env, 'restore', file, '--replace')).toEqual({
    code: 1,
    text: 'The archive cannot be used: it has no companies\n',
  })
})

test('each command names its database and its media, without passwords', async () => {
  const { connection } = await openInstallation('migrated')
  const env = { ...envOf(connection), DATA_DIR: folder }
  const { text } = await rawCommand(env, 'company', 'list')
  const database = `database artel on ${connection.host}:${connection.port}`
  expect(text).toContain(`${database}, media in ${join(folder, 'media')}\n`)
  expect(text).not.toContain(connection.password)
  const S3_URL = 'https://the-key:the-secret@s3.example.com/photos/crew'
  const bucket = (await rawCommand({ ...env, S3_URL }, 'company', 'list')).text
  expect(bucket).toContain(`${database}, media in the bucket photos/crew/ at https://s3.example.com\n`)
})
