import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { openPool, openRoot } from '../database/connection/open.ts'
import type { JobHandler } from '../jobs/handler.ts'
import { jobKind, queueJob } from '../jobs/jobs.ts'
import { openQueues } from '../jobs/open.ts'
import { claimJob, runJob } from '../jobs/run-job.ts'
import { seal, unseal } from '../seal.ts'
import { patienceMs } from '../testing/waits.ts'
import { mailJobs } from './mail.jobs.ts'
import type { Mail } from './mail.ts'
import { MailError, openMail, type SendMail } from './send-mail.ts'

const settings = {
  secretKey: { current: 'a key for the tests' },
  address: 'https://artel.example',
  sender: { name: null, address: 'no-reply@artel.example' },
}
const mail: Mail = {
  to: 'dasha@artel.test',
  language: 'ru',
  subject: 'Новый пароль',
  paragraphs: ['Дарья, задайте новый пароль.', 'Ссылка <живёт> 60 минут.'],
  action: { label: 'Задать пароль', path: '/reset/abc?email=dasha%40artel.test' },
}

const deliver = async (
  sendMail: SendMail,
  sent: Mail,
  signal = new AbortController().signal,
  name: string | null = null,
) =>
  mailJobs({ ...settings, sender: { ...settings.sender, name } }, sendMail)[0]?.run({
    payload: { company_id: 1, sealed: seal(settings.secretKey, 'mail', JSON.stringify(sent)) },
    id: '8b8e3c1e-0000-4000-8000-000000000001',
    // A mail uses no table.
    root: undefined as never,
    companyDb: undefined as never,
    publish: () => undefined,
    signal,
  })

type Received = { to: string[]; raw: string }
const received: Received[] = []
let refusal: { code: number; text: string } | null = null
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, session, done) {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => {
      const to = session.envelope.rcptTo.map(({ address }) => address)
      if (refusal === null) received.push({ to, raw: Buffer.concat(chunks).toString() })
      done(refusal && Object.assign(new Error(refusal.text), { responseCode: refusal.code }))
    })
  },
})
let smtp: SendMail

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo // the server listens on a port
  smtp = openMail({ smtpUrl: `smtp://127.0.0.1:${port}`, dataDir: '' })
})
afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())))

describe('by SMTP', () => {
  test('a mail arrives with both bodies and a link to the app’s own address', async () => {
    await deliver(smtp, mail)
    const { to, raw } = received.pop() ?? { to: [], raw: '' }
    const read = await PostalMime.parse(raw)
    expect(to).toEqual(['dasha@artel.test'])
    expect(read).toMatchObject({ subject: 'Новый пароль', from: { address: 'no-reply@artel.example' } })
    expect(read.text).toContain('https://artel.example/reset/abc?email=dasha%40artel.test')
    expect(read.html).toContain('href="https://artel.example/reset/abc?email=dasha%40artel.test"')
    expect(read.html).toContain('&lt;живёт&gt;')
  })

  test('a mail comes from the name that the operator has given, or from the product', async () => {
    for (const [name, shown] of [
      [null, 'Артель'],
      ['Склад «Север», отгрузка', 'Склад «Север», отгрузка'],
    ] as const) {
      await deliver(smtp, mail, undefined, name)
      const { from } = await PostalMime.parse(received.pop()?.raw ?? '')
      expect(from).toEqual({ name: shown, address: 'no-reply@artel.example' })
    }
  })

  test.each([
    { ...mail, to: 'victim@artel.test\r\nBcc: other@artel.test' },
    { ...mail, to: 'victim@artel.test, other@artel.test' },
    { ...mail, subject: 'Hello\r\nBcc: other@artel.test\r\n\r\nbody' },
    { ...mail, paragraphs: ['Hello\r\n.\r\nRCPT TO:<other@artel.test>'] },
  ])('no field can add a header or a recipient: %o', async (sent) => {
    await deliver(smtp, sent).catch(() => undefined)
    for (const { to, raw } of received.splice(0)) {
      expect(to).not.toContain('other@artel.test')
      const { headers, bcc } = await PostalMime.parse(raw)
      expect(bcc).toBeUndefined()
      expect(headers.map(({ key }) => key)).not.toContain('bcc')
    }
  })

  test('a rejection is reported without the address', async () => {
    refusal = { code: 550, text: 'no such dasha@artel.test' }
    const failure = await deliver(smtp, mail).catch((error: unknown) => error)
    refusal = null
    expect(failure).toBeInstanceOf(MailError)
    expect(String(failure)).toMatch(/550/)
    expect(String(failure)).not.toContain('dasha')
  })

  test('a server that is down or silent is reported in time', async () => {
    const silent = createServer().listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo // the server listens on a port
    for (const at of [1, port]) {
      const sending = deliver(openMail({ smtpUrl: `smtp://127.0.0.1:${at}`, dataDir: '' }), mail)
      await expect(sending).rejects.toThrow(MailError)
    }
    silent.close()
  })
})

test('the connection to a server that sends a byte now and then ends with the job', async () => {
  const open = new Set<Socket>()
  const slow = createServer((socket) => {
    open.add(socket)
    const dripping = setInterval(() => socket.write('2'), 50)
    socket.on('error', () => undefined)
    socket.once('close', () => {
      clearInterval(dripping)
      open.delete(socket)
    })
    socket.resume()
  }).listen(0, '127.0.0.1')
  await once(slow, 'listening')
  const { port } = slow.address() as AddressInfo // the server listens on a port
  const job = new AbortController()
  const sending = deliver(
    openMail({ smtpUrl: `smtp://127.0.0.1:${port}`, dataDir: '' }),
    mail,
    job.signal,
  ).catch((error: unknown) => error)
  await vi.waitFor(() => expect(open.size).toBe(1), patienceMs)
  job.abort()
  expect(await sending).toBeInstanceOf(MailError)
  await vi.waitFor(() => expect(open.size).toBe(0), patienceMs)
  slow.close()
})

describe('a mail in the queue', () => {
  const [root, kinds] = [
    openRoot(openPool(inject('connection'), () => {}, 10_000)),
    new Map<string, JobHandler>(),
  ]
  afterAll(() => root.destroy())

  /** A queue of this test, because other test files work on the common mail queue. */
  async function enqueue(retries: number): Promise<JobHandler> {
    const [handler] = mailJobs(settings, smtp)
    const kind = jobKind<object>(`mail-${process.pid}-${kinds.size}`, { retries })
    const own = { ...(handler as JobHandler), kind } // there is exactly one
    kinds.set(kind.name, own)
    await openQueues(root, [own])
    await queueJob(root, kind, { sealed: seal(settings.secretKey, 'mail', JSON.stringify(mail)) })
    return own
  }

  const states = async ({ kind }: JobHandler) => {
    const { rows } = await sql<{ state: string; output: unknown }>`
      select state, output from jobs.job where name = ${kind.name}`.execute(root)
    return rows
  }

  /** Makes one attempt at the due job. */
  async function work(handler: JobHandler): Promise<void> {
    await sql`update jobs.job set start_after = now() where name = ${handler.kind.name}`.execute(root)
    const boss = await openQueues(root, [handler])
    const job = await claimJob(root, handler.kind.name)
    if (job)
      await runJob(boss, root, handler, job, new AbortController().signal, () => {}).catch(() => undefined)
  }

  test.each([421, 451, 550])(
    'that is rejected with %i is retried, and arrives once when accepted',
    async (code) => {
      received.length = 0
      const handler = await enqueue(12)
      refusal = { code, text: 'not now' }
      for (let tries = 0; tries < 3; tries += 1) await work(handler)
      expect(await states(handler)).toMatchObject([{ state: 'retry' }])
      refusal = null
      for (let tries = 0; tries < 3; tries += 1) await work(handler)
      expect(await states(handler)).toMatchObject([{ state: 'completed' }])
      expect(received.splice(0)).toHaveLength(1)
    },
  )

  test('that is rejected at every attempt fails with the reason and without the address', async () => {
    const handler = await enqueue(1)
    refusal = { code: 550, text: 'no such dasha@artel.test' }
    for (let tries = 0; tries < 3; tries += 1) await work(handler)
    refusal = null
    const parked = await states(handler)
    expect(parked).toMatchObject([{ state: 'failed', output: { message: expect.stringContaining('550') } }])
    expect(JSON.stringify(parked)).not.toContain('dasha')
    expect(received.splice(0)).toHaveLength(0)
  })
})

test('without a server, mails are files that only this account can read', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'artel-mail-'))
  await deliver(openMail({ smtpUrl: undefined, dataDir }), mail)
  const [name = ''] = await readdir(join(dataDir, 'outbox'))
  expect((await stat(join(dataDir, 'outbox'))).mode & 0o777).toBe(0o700)
  expect((await stat(join(dataDir, 'outbox', name))).mode & 0o777).toBe(0o600)
  const read = await PostalMime.parse(await readFile(join(dataDir, 'outbox', name)))
  expect(read).toMatchObject({ subject: 'Новый пароль', to: [{ address: 'dasha@artel.test' }] })
})

test('fails if the outbox cannot be written, and writes the mail once it can', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'artel-mail-'))
  const outbox = join(dataDir, 'outbox')
  const send = openMail({ smtpUrl: undefined, dataDir })
  // A file blocks the folder, because root may write to any folder.
  await writeFile(outbox, '')
  await expect(deliver(send, mail)).rejects.toThrow('EEXIST')
  await rm(outbox)
  await deliver(send, mail)
  expect(await readdir(outbox)).toEqual([expect.stringMatching(/\.eml$/)])
})

test('a sealed text can be read only with the same key, purpose and holder', () => {
  const sealed = seal({ current: 'one key' }, 'mail', 'https://artel.example/reset/abc')
  expect(Buffer.from(sealed, 'base64').toString()).not.toContain('reset')
  const key = { current: 'one key' }
  expect(unseal(key, 'mail', sealed)).toBe('https://artel.example/reset/abc')
  expect(() => unseal({ current: 'another key' }, 'mail', sealed)).toThrow()
  expect(() => unseal(key, 'totp', sealed)).toThrow()
  expect(() => unseal(key, 'mail', sealed, 'somebody')).toThrow()
  // The key that was replaced still opens, and no longer seals.
  const next = { current: 'next key', old: 'one key' }
  expect(unseal(next, 'mail', sealed)).toBe('https://artel.example/reset/abc')
  expect(() => unseal(key, 'mail', seal(next, 'mail', 'x'))).toThrow()
})
