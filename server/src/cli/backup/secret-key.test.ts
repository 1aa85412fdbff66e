import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPushKeys } from '../../features/devices/devices.ts'
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
  expect(env.SECRET_KEY).toBe(testSettings.secretKey)
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
