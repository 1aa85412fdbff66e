import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPushKeys } from '../../features/devices/devices.ts'
import { readSecretKey } from '../../secret-key.ts'
import { readSettings } from '../../settings.ts'
import { testSettings, useTestApp } from '../../testing/app.ts'
import { TestClient } from '../../testing/client.ts'
import { onOwnDatabase } from '../../testing/installation.ts'
import { useMoySklad } from '../../testing/moysklad/stage.ts'
import { buildCompany, buildLegalEntity, buildUser } from '../../testing/rows/build.ts'
import { setUpTotp } from '../../testing/rows/totp.ts'
import { forgeArchive } from '../../testing/values/forge-archive.ts'
import { newToken } from '../../testing/wildberries/connect.ts'
import { useWildberries } from '../../testing/wildberries/stage.ts'
import { checkArchive } from '../archive/unpack.ts'
import { makeOpenFolder } from '../open-folder.ts'
import { command, envOf, openInstallation } from '../testing.ts'

const moySklad = await useMoySklad()
const { wb } = await useWildberries()
const connect = onOwnDatabase()
const settings = { moySklad: moySklad.settings, wildberries: wb.settings }
const test_ = useTestApp(settings, undefined, undefined, connect)
const another = 'another key of 32 letters or more'

let folder: string
let env: NodeJS.ProcessEnv

beforeAll(async () => {
  folder = await makeOpenFolder('artel-keys-')
  env = { ...envOf(await connect()), DATA_DIR: folder }
  expect(env.SECRET_KEY).toBe(testSettings.secretKey.current)
})

afterAll(() => rm(folder, { recursive: true, force: true }))

/** Everything that the product seals, through its own calls. Mails of these steps wait in the queue. */
async function sealAll() {
  const db = await buildCompany(test_.root)
  const client = await TestClient.signIn(test_.app, await buildUser(test_.root, db, 'owner'))
  await setUpTotp(client)
  const token = moySklad.addAccount('uyut').addToken()
  expect((await client.post('/company/moi_sklad', { token })).statusCode).toBe(200)
  const id = await buildLegalEntity(db)
  const given = newToken()
  wb.content.tokens.set(given, { kind: 'content', cards: [] })
  const connected = await client.send('PUT', `/legal_entities/${id}/wildberries`, { token: given })
  expect(connected.statusCode).toBe(200)
  await readPushKeys(test_.root, testSettings.secretKey)
}

const kinds = [
  'second factors',
  'tokens of MoySklad',
  'keys of messages from MoySklad',
  'tokens of Wildberries',
  'keys of pushes',
  'queued mails',
]

test('a check names how many sealed values the key cannot open', async () => {
  await sealAll()
  const right = await command(env, 'verify')
  for (const kind of kinds) expect(right.text).toContain(`ok     SECRET_KEY opens the ${kind}\n`)
  expect(right.code).toBe(0)
  const wrong = await command({ ...env, SECRET_KEY: another }, 'verify')
  for (const kind of kinds) {
    expect(wrong.text).toMatch(new RegExp(`^WRONG  SECRET_KEY opens the ${kind}: (\\d+) of \\1 cannot`, 'm'))
  }
  expect(wrong).toEqual({ code: 1, text: expect.stringContaining(`${kinds.length} of `) })
})

test('another key takes over everything that is sealed, while both are known', async () => {
  const next = { ...env, SECRET_KEY: another, OLD_SECRET_KEY: env.SECRET_KEY }
  expect(await command(env, 'key', 'rotate')).toEqual({
    code: 2,
    text: expect.stringContaining('OLD_SECRET_KEY must be given'),
  })
  expect((await command(next, 'verify')).code).toBe(0)
  // The app of this test does not know the new key.
  expect(await command(next, 'key', 'rotate')).toEqual({
    code: 1,
    text: expect.stringContaining('1 running processes do not know the new key'),
  })
  expect((await command(env, 'verify')).code).toBe(0)
  await test_.events.close()
  const db = await buildCompany(test_.root)
  const odd = await buildLegalEntity(db)
  await db
    .update('legal_entities', { wildberries_token: 'not sealed at all' })
    .where('id', '=', odd)
    .execute()
  const partly = await command(next, 'key', 'rotate')
  expect(partly).toEqual({
    code: 1,
    text: expect.stringContaining('Neither key opens 1 tokens of Wildberries'),
  })
  for (const kind of kinds)
    expect(partly.text).toMatch(new RegExp(`^${kind}: [1-9]\\d* of \\d+ sealed anew$`, 'm'))
  await db.update('legal_entities', { wildberries_token: null }).where('id', '=', odd).execute()
  const alone = { ...env, SECRET_KEY: another }
  expect((await command(alone, 'verify')).code).toBe(0)
  expect((await command(env, 'verify')).code).toBe(1)
  // Once more changes nothing, and the way back is the same.
  expect((await command(next, 'key', 'rotate')).text).toContain('second factors: 0 of 1 sealed anew')
  expect(
    (await command({ ...next, SECRET_KEY: env.SECRET_KEY, OLD_SECRET_KEY: another }, 'key', 'rotate')).code,
  ).toBe(0)
  expect((await command(env, 'verify')).code).toBe(0)
})

test('a key in DATA_DIR is replaced in two runs, and an interrupted one is repeated', async () => {
  const here = await openInstallation('migrated')
  const run = () => command(here.env, 'key', 'rotate')
  const file = join(here.dataDir, 'secret-key')
  expect(await run()).toEqual({ code: 1, text: expect.stringContaining('There is no key yet') })
  const settings = readSettings(here.env)
  const first = await readSecretKey(settings)
  await readPushKeys(here.root, first)
  // The first run was killed after it had kept the old key.
  await writeFile(`${file}.old`, first.current)
  expect(await run()).toEqual({ code: 0, text: expect.stringContaining('restart the server') })
  const both = await readSecretKey(settings)
  expect(both).toEqual({ current: expect.stringMatching(/^[\w-]{43}$/), old: first.current })
  expect(both.current).not.toBe(first.current)
  expect(await run()).toEqual({
    code: 0,
    text: expect.stringContaining('keys of pushes: 1 of 1 sealed anew'),
  })
  expect(await readSecretKey(settings)).toEqual({ current: both.current, old: undefined })
  expect(await readPushKeys(here.root, { current: both.current })).toEqual(
    await readPushKeys(here.root, both),
  )
  await here.close()
})

test('a restore warns if its key is not the one of the backup', async () => {
  const archive = join(folder, 'backup.tar.gz')
  expect((await command(env, 'backup', archive)).code).toBe(0)
  const { key_fingerprint } = await checkArchive(archive)
  expect(key_fingerprint).toMatch(/^[0-9a-f]{16}$/)
  const there = await openInstallation()
  const restore = async (SECRET_KEY?: string) => {
    const given = { ...there.env, ...(SECRET_KEY !== undefined && { SECRET_KEY }) }
    const { code, text } = await command(given, 'restore', archive, '--replace')
    expect([code, text]).toEqual([0, expect.stringContaining('restored as of')])
    return text
  }
  const warning = 'WARNING: this SECRET_KEY is not the one of the backup'
  expect(await restore()).toContain(warning)
  expect(await restore(another)).toContain(warning)
  expect(await restore(env.SECRET_KEY)).not.toContain('WARNING')
  const given = { SECRET_KEY: another, OLD_SECRET_KEY: env.SECRET_KEY }
  const text = (await command({ ...there.env, ...given }, 'restore', archive, '--replace')).text
  expect(text).not.toContain('WARNING')
  expect((await command({ ...there.env, SECRET_KEY: another }, 'verify')).code).toBe(0)
  expect(await restore()).toContain(warning)
  // A restore creates no key, so the operator can still put the old one there.
  const file = join(there.dataDir, 'secret-key')
  await expect(readFile(file)).rejects.toThrow('ENOENT')
  expect((await command(there.env, 'verify')).text).toContain(
    'WRONG  SECRET_KEY opens the second factors: 1 of 1',
  )
  await writeFile(file, `${env.SECRET_KEY}\n`)
  expect(await restore()).not.toContain('WARNING')
  expect((await command(there.env, 'verify')).code).toBe(0)
  await forgeArchive(archive, {
    // As earlier versions have made it.
    manifest: ({ key_fingerprint: _, ...older }) => older,
  })
  expect(await restore(another)).not.toContain('WARNING')
})

test('the import of a company takes its sealed values over from another key', async () => {
  const archive = join(folder, 'company.tar.gz')
  const { company_id } = await test_.root
    .selectFrom('totp_factors')
    .select('company_id')
    .executeTakeFirstOrThrow()
  expect((await command(env, 'company', 'export', String(company_id), archive)).code).toBe(0)
  const there = await openInstallation('migrated')
  const given = { ...there.env, SECRET_KEY: another }
  const ended = await command({ ...given, OLD_SECRET_KEY: env.SECRET_KEY }, 'company', 'import', archive)
  expect(ended).toEqual({ code: 0, text: expect.not.stringContaining('WARNING') })
  expect((await command(given, 'verify')).text).toContain('ok     SECRET_KEY opens the second factors\n')
  expect((await command(given, 'verify')).code).toBe(0)
  await there.close()
})
