import type { FastifyBaseLogger } from 'fastify'
import { appJobs } from './app.ts'
import type { Root } from './database/connection/open.ts'
import type { LiveEvents } from './events/live-events.ts'
import type { MediaStore } from './features/multimedia/multimedia.ts'
import type { JobHandler } from './jobs/handler.ts'
import { openQueues } from './jobs/open.ts'
import { type JobEnd, startWorker, type Worker } from './jobs/worker.ts'
import { openMail } from './mail/send-mail.ts'
import type { SecretKey } from './seal.ts'
import type { Settings } from './settings.ts'

/** The address of this installation according to the settings, without a final `/`. */
export const addressOf = ({ appUrl, host, port }: Settings): string => appUrl ?? `http://${host}:${port}`

/** Creates the queues, so that requests can queue jobs no matter which process runs them. */
export async function prepareJobs(
  root: Root,
  settings: Settings,
  secretKey: SecretKey,
  media: MediaStore,
): Promise<void> {
  await openQueues(root, jobsOf(settings, secretKey, addressOf(settings), media))
}

/** Starts to run jobs. Links in mails begin with `address`. */
export function workJobs(
  root: Root,
  settings: Settings,
  secretKey: SecretKey,
  address: string,
  media: MediaStore,
  events: LiveEvents,
  log: FastifyBaseLogger,
  onEnd: JobEnd,
): Promise<Worker> {
  if (!settings.smtpUrl) log.info('SMTP_URL is unset: mails are written to the folder outbox in DATA_DIR')
  return startWorker(root, jobsOf(settings, secretKey, address, media), events.publish, log, onEnd)
}

function jobsOf(settings: Settings, secretKey: SecretKey, address: string, media: MediaStore): JobHandler[] {
  const sender = settings.mailFrom ?? { name: null, address: `no-reply@${new URL(address).hostname}` }
  const { pushHosts, printers, moySklad } = settings
  return appJobs({ secretKey, address, sender, pushHosts, printers, moySklad }, openMail(settings), media)
}
