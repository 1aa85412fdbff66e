import { type JobHandler, registerJob } from '../jobs/handler.ts'
import { unseal } from '../seal.ts'
import { type Mail, mailKind } from './mail.ts'
import { renderMail } from './render.ts'
import type { SendMail } from './send-mail.ts'

export type MailSettings = {
  secretKey: string
  /** Of this installation, for links; ends without `/`. Never what a request's Host header says. */
  address: string
  sender: string
}

export const mailJobs = ({ secretKey, address, sender }: MailSettings, sendMail: SendMail): JobHandler[] => [
  registerJob(mailKind, {
    effect: 'outside',
    // A mail server that says a word now and then would hold all mails up for ever.
    limitSeconds: 120,
    // One that takes long to be sent holds up its own company alone.
    mostAtOnce: 3,
    run: async ({ id, payload }) => {
      // Written by queueMail, and the seal vouches that nobody changed it.
      const mail = JSON.parse(unseal(secretKey, 'mail', payload.sealed)) as Mail
      await sendMail({
        from: { name: mail.language === 'en' ? 'Artel' : 'Артель', address: sender },
        // As an object: a comma in it is no second recipient.
        to: { name: '', address: mail.to },
        subject: mail.subject,
        // The same in every try, so that a mail server may know a repeated one.
        messageId: `<${id}@${new URL(address).hostname}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
        ...renderMail(mail, address),
      })
    },
  }),
]
