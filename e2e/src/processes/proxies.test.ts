import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { ownKeys } from '@artel/contract/shapes/records'
import { generate } from 'selfsigned'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { installFirst } from '../../../scripts/machine/debian.mjs'
import { ApiClient } from '../api-client.ts'
import { makeDemoDir } from '../demo-dir.ts'
import { password, people } from '../people.ts'
import { pixel } from '../pixel.ts'
import { freePort, removeDataDir, type Server, startServer } from '../server.ts'

const name = 'localhost'

type Ports = { http: number; https: number }
type Proxy = { stop: () => Promise<unknown> }

let folder: string
let dataDir: string
let server: Server
let artel: number

beforeAll(async () => {
  // The certificates of this test are signed by nobody whom Node knows.
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
  folder = await mkdtemp(join(tmpdir(), 'artel-proxies-'))
  dataDir = await makeDemoDir()
  artel = await freePort()
  const settings = { NODE_ENV: 'production', APP_URL: `https://${name}`, TRUST_PROXY: '1' }
  server = await startServer(dataDir, { ...settings, PORT: String(artel) })
}, 120_000)

afterAll(async () => {
  await server?.end('SIGTERM')
  vi.unstubAllEnvs()
  for (const one of [folder, dataDir]) if (one) await removeDataDir(one)
})

const readExample = (file: string) => readFile(new URL(`../../../deploy/${file}`, import.meta.url), 'utf8')

/** Runs a program of Debian until it is stopped. */
async function startProgram(
  path: string,
  words: string[],
  settings: Record<string, string> = {},
): Promise<Proxy> {
  if (!existsSync(path)) console.log(await installFirst([basename(path)]))
  const env = { ...process.env, ...settings }
  const child = spawn(path, words, { env, stdio: ['ignore', 'inherit', 'inherit'] })
  const exited = once(child, 'exit')
  const stop = () => {
    child.kill('SIGTERM')
    return exited
  }
  return { stop }
}

const start = {
  /** The site of the example, with the name, ports and certificate of this test. */
  async nginx({ http, https }: Ports): Promise<Proxy> {
    const { private: key, cert } = await generate([{ name: 'commonName', value: name }])
    const pair = { certificate: join(folder, 'cert.pem'), key: join(folder, 'key.pem') }
    await writeFile(pair.certificate, cert)
    await writeFile(pair.key, key, { mode: 0o600 })
    const site = (await readExample('nginx.conf'))
      .replaceAll('artel.example.com', name)
      .replaceAll('127.0.0.1:3000', `127.0.0.1:${artel}`)
      .replaceAll('listen 80;', `listen 127.0.0.1:${http};`)
      .replaceAll('listen 443 ssl http2;', `listen 127.0.0.1:${https} ssl http2;`)
      .replaceAll(/listen \[::\].*\n/g, '\n')
      .replaceAll(/(ssl_certificate) .*;/g, `$1 ${pair.certificate};`)
      .replaceAll(/(ssl_certificate_key) .*;/g, `$1 ${pair.key};`)
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    const paths = temporary.map((kind) => `${kind}_temp_path ${join(folder, kind)};`).join('\n')
    const main = join(folder, 'nginx.conf')
    await writeFile(
      main,
      `daemon off; master_process off; pid ${join(folder, 'pid')}; error_log stderr warn;
      events {} http { access_log off; ${paths} ${site} }`,
    )
    return startProgram('/usr/sbin/nginx', ['-p', folder, '-c', main])
  },
  /** The example as it is, after options that only name the ports and a folder of this test. */
  async caddy({ http, https }: Ports): Promise<Proxy> {
    const options = `admin off\nhttp_port ${http}\nhttps_port ${https}\nskip_install_trust\ngrace_period 1s`
    const main = join(folder, 'Caddyfile')
    const storage = `storage file_system ${join(folder, 'caddy')}`
    await writeFile(
      main,
      `{\n${options}\n${storage}\nlog {\nlevel ERROR\n}\n}\n${await readExample('Caddyfile')}`,
    )
    const settings = { APP_NAME: name, ARTEL: `127.0.0.1:${artel}`, HOME: folder }
    return startProgram('/usr/bin/caddy', ['run', '--config', main, '--adapter', 'caddyfile'], settings)
  },
}

/** A photo with a tail that makes it as long as this. */
function photoOf(bytes: number): FormData {
  const form = new FormData()
  for (const [field, value] of Object.entries({ type: 'photo', path: 'tasks', name: 'Полка' }))
    form.set(field, value)
  const content = Buffer.concat([Buffer.from(pixel, 'base64'), Buffer.alloc(bytes)])
  form.set('file', new File([content], 'a.png', { type: 'image/png' }))
  return form
}

describe.each(ownKeys(start))('%s', (kind) => {
  let proxy: Proxy
  let ports: Ports
  let address: string
  let admin: ApiClient

  beforeAll(async () => {
    ports = { http: await freePort(), https: await freePort() }
    address = `https://${name}:${ports.https}`
    proxy = await start[kind](ports)
    await vi.waitFor(() => fetch(address), { timeout: 20_000, interval: 100 })
    admin = new ApiClient(address)
    await admin.signIn(people.admin.login, password)
  }, 120_000)
  afterAll(() => proxy?.stop())

  test('a page that is requested without TLS leads to the same page with it', async () => {
    const answer = await fetch(`http://${name}:${ports.http}/tasks?page=2`, { redirect: 'manual' })
    expect([[301, 308].includes(answer.status), answer.headers.get('location')]).toEqual([
      true,
      expect.stringMatching(/^https:\/\/localhost(:\d+)?\/tasks\?page=2$/),
    ])
  })

  test('people sign in, and their session names their own address, not the proxy or what they claim', async () => {
    await admin.send('GET', '/user/sessions', undefined, { 'x-forwarded-for': '203.0.113.9' })
    const { sessions } = await admin.call<{ sessions: { address: string }[] }>('GET', '/user/sessions')
    expect(new Set(sessions.map((session) => session.address))).toEqual(new Set(['127.0.0.1']))
  })

  test('an event reaches its reader at once', async () => {
    const stream = await admin.listen(address)
    const { task } = await admin.call<{ task: { id: number } }>('POST', '/tasks/create', {
      title: 'Набор «Прокси»',
    })
    expect(await stream.next(`"id":${task.id}`)).toContain('task')
    stream.close()
  })

  test('a photo passes, and one beyond the limit is refused by Artel itself, which says why', async () => {
    expect((await admin.send('POST', '/multimedia', photoOf(15_000_000))).status).toBe(201)
    const refused = await admin.send('POST', '/multimedia', photoOf(30_000_000))
    expect([refused.status, await refused.json()]).toMatchObject([413, { code: 'too_large' }])
  })

  test('metrics are closed to clients of the proxy', async () => {
    expect((await fetch(`${address}/metrics`)).status).toBe(404)
  })
})
