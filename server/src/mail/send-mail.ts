import { chmod, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { now } from '../clock.ts'
import type { Settings } from '../settings.ts'
import { makeFolder } from '../storage/make-folder.ts'

/**
 * Delivers a finished message. If `signal` is aborted, it closes the connection to the mail server and rejects.
 * @throws MailError
 */
export type SendMail = (message: SendMailOptions, signal: AbortSignal) => Promise<void>

/** A mail could not be delivered. The message contains the server's response codes but not the recipient. */
export class MailError extends Error {}

const connectMs = 10_000
const silenceMs = 20_000

// The library must never read files or URLs named in the fields of a mail.
const common = { disableFileAccess: true, disableUrlAccess: true }

/** Sends to the server in SMTP_URL. Without one, writes files to `DATA_DIR/outbox`. */
export const openMail = (settings: Pick<Settings, 'smtpUrl' | 'dataDir'>): SendMail =>
  settings.smtpUrl ? bySmtp(settings.smtpUrl) : intoFiles(join(settings.dataDir, 'outbox'))

function bySmtp(url: string): SendMail {
  const transport = createTransport({
    url,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: silenceMs,
  })
  return async (message, signal) => {
    try {
      await transport.sendMail({ ...common, ...message, signal })
    } catch (error) {
      const { code, responseCode } = error as { code?: string; responseCode?: number } // library errors
      throw new MailError(
        `The mail server did not take a mail: ${code ?? 'unknown'} ${responseCode ?? ''}`.trim(),
      )
    }
  }
}

function intoFiles(folder: string): SendMail {
  const transport = createTransport({ streamTransport: true, buffer: true })
  return async (message) => {
    const { message: eml } = await transport.sendMail({ ...common, ...message })
    await makeFolder(folder)
    // Also set on an existing folder, because mails contain links that give access to accounts.
    await chmod(folder, 0o700)
    const time = now().toISOString().replaceAll(':', '-')
    const name = `${time}-${String(message.messageId)
      .replace(/[^\w-]/g, '')
      .slice(0, 36)}.eml`
    const draft = join(folder, `${name}.part`)
    try {
      await writeFile(draft, eml as Buffer, { mode: 0o600, flush: true }) // because of `buffer: true` above
      // On a full disk an incomplete file is removed, and a retry writes it completely.
      await rename(draft, join(folder, name))
    } finally {
      await rm(draft, { force: true })
    }
  }
}
