import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ApiClient } from '../api-client.ts'
import { makeDemoDir } from '../demo-dir.ts'
import { password, people } from '../people.ts'
import { removeDataDir, type Server, startServer } from '../server.ts'

let dataDir: string
let server: Server

beforeAll(async () => {
  dataDir = await makeDemoDir()
  server = await startServer(dataDir, { LOG_LEVEL: 'trace' })
})
afterAll(async () => {
  await server.end('SIGTERM')
  await removeDataDir(dataDir)
})

/** The tokens in the links of all sent mails. */
async function mailedTokens(): Promise<string[]> {
  const folder = join(dataDir, 'outbox')
  const names = await readdir(folder).catch(() => [])
  const mails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  // Joins the folded lines of a mail.
  const texts = mails.map((mail) => mail.replace(/=\r?\n/g, ''))
  return texts.flatMap((text) => [...text.matchAll(/\/reset\/([\w-]{20,})/g)].map(([, token = '']) => token))
}

test('the log at level trace has no secrets and one line per event', async () => {
  const api = new ApiClient(server.address)
  await api.signIn(people.owner.login, password)
  const chosen = 'вишня грузовик пять'
  const email = `vera-${randomUUID()}@artel.demo`
  const someone = { first_name: 'Вера', last_name: 'Полякова', email }
  await api.call('POST', '/users/create', someone)
  await api.call('POST', '/users/create', { ...someone, email: `x-${email}`, password: chosen })
  const guest = new ApiClient(server.address)
  await guest.call('GET', '/sanctum/csrf-cookie')
  await guest.call('POST', '/auth/forgot', { email: people.admin.login })
  const forged = 'a@artel.demo\r\n{"level":50,"msg":"forged"}\r\n'
  await guest.send('POST', '/auth/login', { login: forged, password: 'a wrong password' })
  await expect.poll(async () => (await mailedTokens()).length, { timeout: 20_000 }).toBeGreaterThanOrEqual(2)
  const [token = ''] = await mailedTokens()
  const reset = { token, email, password: chosen, password_confirmation: chosen }
  await guest.send('POST', '/auth/reset', reset)
  await guest.send('GET', `/auth/email/verify?token=${token}`)

  const secrets = [
    password,
    chosen,
    'a wrong password',
    'forged',
    'artel_session',
    'XSRF-TOKEN',
    'argon2',
    ...(await mailedTokens()),
    (await readFile(join(dataDir, 'secret-key'), 'utf8')).trim(),
    (await readFile(join(dataDir, 'postgres/password'), 'utf8')).trim(),
    ...api.secrets(),
    ...guest.secrets(),
  ]
  const lines = server
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
  expect(lines.length).toBeGreaterThan(8)
  for (const line of lines) expect(JSON.parse(line)).toMatchObject({ level: expect.any(Number) })
  const log = lines.join('\n')
  expect(secrets.filter((secret) => log.includes(secret))).toEqual([])
})
