import { mkdtemp, readdir, readFile, stat } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seal, unseal } from '../seal.ts'
import { mailJobs } from './mail.jobs.ts'
import type { Mail } from './mail.ts'
import { MailError, openMail, type SendMail } from './send-mail.ts'

const settings = {
  secretKey: 'a key for the tests',
  address: 'https://artel.example',
  sender: 'no-reply@artel.example',
}
const mail: Mail = {
  to: 'dasha@artel.test',
  language: 'ru',
  subject: 'Новый пароль',
  paragraphs: ['Дарья, задайте новый пароль.', 'Ссылка <живёт> 60 минут.'],
  action: { label: 'Задать пароль', path: '/reset/abc?email=dasha%40artel.test' },
}

const deliver = async (sendMail: SendMail, sent: Mail) =>
  mailJobs(settings, sendMail)[0]?.run({
    payload: { sealed: seal(settings.secretKey, 'mail', JSON.stringify(sent)) },
    id: '8b8e3c1e-0000-4000-8000-000000000001',
    // A mail touches no table.
    root: undefined as never,
    companyDb: undefined as never,
    signal: new AbortController().signal,
  })

type Received = { to: string[]; raw: string }
const received: Received[] = []
let refusal: string | null = null
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, session, done) {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => {
      const to = session.envelope.rcptTo.map(({ address }) => address)
      if (refusal === null) received.push({ to, raw: Buffer.concat(chunks).toString() })
      done(refusal === null ? null : Object.assign(new Error(refusal), { responseCode: 550 }))
    })
  },
})
let smtp: SendMail

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo // listens on a port
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

  test.each([
    { ...mail, to: 'victim@artel.test\r\nBcc: other@artel.test' },
    { ...mail, to: 'victim@artel.test, other@artel.test' },
    { ...mail, subject: 'Hello\r\nBcc: other@artel.test\r\n\r\nbody' },
    { ...mail, paragraphs: ['Hello\r\n.\r\nRCPT TO:<other@artel.test>'] },
  ])('nothing in a field adds a header or a recipient: %o', async (sent) => {
    await deliver(smtp, sent).catch(() => undefined)
    for (const { to, raw } of received.splice(0)) {
      expect(to).not.toContain('other@artel.test')
      const { headers, bcc } = await PostalMime.parse(raw)
      expect(bcc).toBeUndefined()
      expect(headers.map(({ key }) => key)).not.toContain('bcc')
    }
  })

  test('a refusal is told without the address', async () => {
    refusal = 'no such dasha@artel.test'
    const failure = await deliver(smtp, mail).catch((error: unknown) => error)
    refusal = null
    expect(failure).toBeInstanceOf(MailError)
    expect(String(failure)).toMatch(/550/)
    expect(String(failure)).not.toContain('dasha')
  })
})

test('without a server mails are files that only this account reads', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'artel-mail-'))
  await deliver(openMail({ smtpUrl: undefined, dataDir }), mail)
  const [name = ''] = await readdir(join(dataDir, 'outbox'))
  expect((await stat(join(dataDir, 'outbox'))).mode & 0o777).toBe(0o700)
  expect((await stat(join(dataDir, 'outbox', name))).mode & 0o777).toBe(0o600)
  const read = await PostalMime.parse(await readFile(join(dataDir, 'outbox', name)))
  expect(read).toMatchObject({ subject: 'Новый пароль', to: [{ address: 'dasha@artel.test' }] })
})

test('what is sealed can be read with its key only', () => {
  const sealed = seal('one key', 'mail', 'https://artel.example/reset/abc')
  expect(Buffer.from(sealed, 'base64').toString()).not.toContain('reset')
  expect(unseal('one key', 'mail', sealed)).toBe('https://artel.example/reset/abc')
  expect(() => unseal('another key', 'mail', sealed)).toThrow()
  expect(() => unseal('one key', 'totp', sealed)).toThrow()
  expect(() => unseal('one key', 'mail', sealed, 'somebody')).toThrow()
})
