import { chmod, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { now } from '../clock.ts'
import type { Settings } from '../settings.ts'
import { makeFolder } from '../storage/make-folder.ts'

/** Takes a finished message to where it is read. @throws MailError */
export type SendMail = (message: SendMailOptions) => Promise<void>

/** A mail that could not be handed over; says what the server answered, and nothing of whom it was for. */
export class MailError extends Error {}

const connectMs = 10_000
const silenceMs = 20_000

// Nothing of a mail comes from files or foreign addresses, whatever stands in its fields.
const common = { disableFileAccess: true, disableUrlAccess: true }

/** To the server that SMTP_URL names; without one, into files of `DATA_DIR/outbox`. */
export const openMail = (settings: Pick<Settings, 'smtpUrl' | 'dataDir'>): SendMail =>
  settings.smtpUrl ? bySmtp(settings.smtpUrl) : intoFiles(join(settings.dataDir, 'outbox'))

function bySmtp(url: string): SendMail {
  const transport = createTransport({
    url,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: silenceMs,
  })
  return async (message) => {
    try {
      await transport.sendMail({ ...common, ...message })
    } catch (error) {
      const { code, responseCode } = error as { code?: string; responseCode?: number } // the library's errors
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
    // The mode of a folder that was there before is set too: mails hold links that open accounts.
    await chmod(folder, 0o700)
    const time = now().toISOString().replaceAll(':', '-')
    const name = `${time}-${String(message.messageId)
      .replace(/[^\w-]/g, '')
      .slice(0, 36)}.eml`
    const draft = join(folder, `${name}.part`)
    try {
      await writeFile(draft, eml as Buffer, { mode: 0o600, flush: true }) // `buffer: true` above
      // Half a mail, on a disk that is full, is none; the next try brings it whole.
      await rename(draft, join(folder, name))
    } finally {
      await rm(draft, { force: true })
    }
  }
}
