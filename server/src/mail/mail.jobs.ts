import type { Locale } from '@artel/contract/shapes/primitives'
import { type JobHandler, registerJob } from '../jobs/handler.ts'
import { type SecretKey, unseal } from '../seal.ts'
import { type Mail, mailKind } from './mail.ts'
import { renderMail } from './render.ts'
import type { SendMail } from './send-mail.ts'

export type MailSettings = {
  secretKey: SecretKey
  /**
   * The base URL of this installation for links, without a final `/`. Never taken from the Host header of a
   * request.
   */
  address: string
  /** Without a name, mails come from the product, in the language of their reader. */
  sender: { name: string | null; address: string }
}

const productNames: Record<Locale, string> = { ru: 'Артель', en: 'Artel' }

export const mailJobs = ({ secretKey, address, sender }: MailSettings, sendMail: SendMail): JobHandler[] => [
  registerJob(mailKind, {
    effect: 'outside',
    // Without a limit, a mail server that sends a byte now and then would delay all mails forever.
    limitSeconds: 120,
    // A mail that takes long then delays only mails of its own company.
    maxAtOnce: 3,
    run: async ({ id, payload, signal }) => {
      // queueMail wrote it, and the seal proves that it is unchanged.
      const mail = JSON.parse(unseal(secretKey, 'mail', payload.sealed)) as Mail
      const message = {
        from: { name: sender.name ?? productNames[mail.language], address: sender.address },
        // As an object, because a comma in a string would add a second recipient.
        to: { name: '', address: mail.to },
        subject: mail.subject,
        // The same in every attempt, so that a mail server can recognize a duplicate.
        messageId: `<${id}@${new URL(address).hostname}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
        ...renderMail(mail, address),
      }
      await sendMail(message, signal)
    },
  }),
]
