import { type ChildProcessByStdio, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ApiClient } from '../api-client.ts'
import { makeDemoDir } from '../demo-dir.ts'
import { password, people } from '../people.ts'
import { pixel } from '../pixel.ts'
import { freePort, removeDataDir } from '../server.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../..', import.meta.url))
const maxBytes = 300_000_000

/** What a machine without Node.js has. */
const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', HOME: '/nonexistent', LOG_LEVEL: 'warn' }

let out: string
let folder: string
let dataDir: string

beforeAll(async () => {
  out = await mkdtemp(join(tmpdir(), 'artel-release-'))
  // The database runs under another account if the tests run as root.
  await chmod(out, 0o755)
  await run(process.execPath, [join(root, 'scripts/release.mjs'), '--out', out], { cwd: root })
  const archive = (await readdir(out)).find((name) => name.endsWith('.tar.gz')) ?? ''
  folder = join(out, 'unpacked')
  await run('mkdir', [folder])
  await run('tar', ['-xzf', join(out, archive), '-C', folder, '--strip-components=1'])
  dataDir = await makeDemoDir()
}, 300_000)

afterAll(async () => {
  for (const one of [out, dataDir]) if (one) await removeDataDir(one)
})

const artel = (words: string[], settings: Record<string, string> = {}) =>
  run(join(folder, 'artel'), words, { cwd: tmpdir(), env: { ...env, ...settings } })

test('takes at most 300 MB, and says its version', async () => {
  const { stdout } = await run('du', ['-sb', '--apparent-size', folder])
  expect(Number.parseInt(stdout, 10)).toBeLessThan(maxBytes)
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  expect((await artel(['--version'])).stdout).toBe(`${version}\n`)
})

test('has every file that the packages of the server load', async () => {
  const { dependencies } = JSON.parse(await readFile(join(folder, 'server/package.json'), 'utf8'))
  const loaded = Object.keys(dependencies).filter((name) => !/^@(artel|expo-google-fonts)\//.test(name))
  const script = `for (const name of ${JSON.stringify(loaded)}) await import(name)`
  const words = ['--input-type=module', '--eval', script]
  await run(join(folder, 'node/bin/node'), words, { cwd: join(folder, 'server'), env })
})

test('serves pages, photos, labels and tables, is backed up and verified, and stops', async () => {
  const port = await freePort()
  const settings = { DATA_DIR: dataDir, PORT: String(port) }
  const server = spawn(join(folder, 'artel'), [], {
    cwd: tmpdir(),
    env: { ...env, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = once(server, 'exit')
  await heard(server, 'Artel: http')
  const admin = new ApiClient(`http://127.0.0.1:${port}`)
  expect(await (await fetch(`${admin.address}/login`)).text()).toContain('<script')
  await admin.signIn(people.admin.login, password)
  const form = new FormData()
  for (const [field, value] of Object.entries({ type: 'photo', path: 'tasks', name: 'Полка' }))
    form.set(field, value)
  form.set('file', new File([Buffer.from(pixel, 'base64')], 'a.png', { type: 'image/png' }))
  expect((await admin.send('POST', '/multimedia', form)).status).toBe(201)
  const { supplies } = await admin.call<{ supplies: { id: number }[] }>('POST', '/supplies', {})
  const labels = await Promise.all(
    supplies.slice(0, 5).map(({ id }) => admin.send('GET', `/supplies/${id}/labels`)),
  )
  const [label] = labels.filter(({ ok }) => ok)
  expect(
    Buffer.from((await label?.arrayBuffer()) ?? new ArrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
  const table = await admin.send('POST', '/users?format=xlsx', {})
  expect(
    Buffer.from(await table.arrayBuffer())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK')
  await artel(['backup', join(out, 'backup.tar.gz')], settings)
  await artel(['verify'], settings)
  server.kill('SIGTERM')
  expect(await exited).toEqual([0, null])
})

/** Waits until the process prints a text. */
async function heard({ stdout, stderr }: ChildProcessByStdio<null, Readable, Readable>, text: string) {
  let said = ''
  stderr.on('data', (chunk) => (said += chunk))
  for await (const chunk of stdout.iterator({ destroyOnReturn: false })) {
    said += chunk
    if (said.includes(text)) {
      // The rest is read too, because a full pipe would stop the server.
      stdout.resume()
      return
    }
  }
  throw new Error(`The server ended:\n${said}`)
}
