import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { sql } from 'kysely'
import type { Actor } from '../access/actor.ts'
import type { Root } from '../database/connection/open.ts'
import { ApiError } from '../errors/errors.ts'
import type { Words } from '../spreadsheets/spreadsheets.ts'
import { type DownloadSlot, DownloadSlots } from './download-slots.ts'
import { disposition } from './file-name.ts'
import { Spool } from './spool.ts'
import type { Uploads } from './uploads.ts'

/**
 * A file to download. Its name is the words in the person's language, then `suffix` and the file extension.
 */
export type SentFile = {
  stream: Readable
  type: string
  name: Words
  suffix: string
  extension: string
}

// A reader who takes nothing for this long while the writing waits for them is treated as gone.
const idleLimit = '5min'
// A reader who takes the file too slowly is cut off after this long.
const longestMs = 30 * 60_000

// Interval of the checks. A reader who has lost their rights is cut off after one interval and one check at
// most.
const lookMs = 4000

const slots = new DownloadSlots()

type Server = {
  root: Root
  uploads: Uploads
  /** Throws if the reader has lost their rights meanwhile. */
  assertAllowed: () => Promise<void>
  /** Aborted when the reader leaves before the answer. */
  leaving: AbortSignal
}

/**
 * Answers a file of one snapshot. Writes it to a temporary file as fast as possible and sends it from there
 * at the reader's speed, so that a slow reader takes neither a connection to the database nor a slot for
 * writing.
 * @param open begins to write the file; the connection is its own until the stream is closed
 * @throws LimitError if too many other files stay open; bad_request if the reader has left; what `open` throws
 */
export async function sendFile(
  { root, uploads, assertAllowed, leaving }: Server,
  actor: Actor,
  reply: FastifyReply,
  open: (connection: Root) => Promise<SentFile>,
): Promise<FastifyReply> {
  const slot = await slots.claimSoon(actor, leaving)
  try {
    const { stream, ...head } = await openInSnapshot(root, slot, open)
    const spool = await Spool.open(uploads.newPath(), stream).catch((error) => {
      stream.destroy()
      throw error
    })
    followSpool(slot, spool)
    followRights(spool, assertAllowed)
    nameFile(reply, actor, head)
    return reply.send(spool)
  } catch (error) {
    slots.release(slot)
    throw error
  }
}

/** Ends the transaction when the stream closes. From then on the slot only waits for its reader. */
async function openInSnapshot(
  root: Root,
  slot: DownloadSlot,
  open: (connection: Root) => Promise<SentFile>,
): Promise<SentFile> {
  const transaction = await begin(root)
  const end = async () => {
    slot.isWriting = false
    // The rollback fails if the connection was lost.
    await transaction
      .rollback()
      .execute()
      .catch(() => undefined)
  }
  try {
    const file = await open(transaction)
    file.stream.once('close', () => void end())
    return file
  } catch (error) {
    await end()
    throw error
  }
}

/** Releases the slot when the file closes, also after an error and when the reader has left. */
function followSpool(slot: DownloadSlot, spool: Spool): void {
  const timer = setTimeout(() => spool.destroy(new Error('The file took too long to be read')), longestMs)
  spool.once('close', () => {
    clearTimeout(timer)
    slots.release(slot)
  })
  slot.idleSince = () => spool.idleSince
  slot.end = () => {
    spool.destroy(new Error('Its reader took nothing, and gave way'))
  }
}

/**
 * Ends a download if its reader was archived, was signed out or has other rights now, whether the file is
 * still being written or only waits for its reader. The check runs outside the snapshot, because the snapshot
 * does not see later changes.
 */
function followRights(spool: Spool, assertAllowed: () => Promise<void>): void {
  let isLooking = false
  const look = async () => {
    if (isLooking) return
    isLooking = true
    // While the database is unavailable nobody can tell, so the download goes on.
    await assertAllowed().catch((error) => {
      if (error instanceof ApiError) spool.destroy(new Error('Its reader may read it no longer'))
    })
    isLooking = false
  }
  const timer = setInterval(() => void look(), lookMs)
  spool.once('close', () => clearInterval(timer))
}

function nameFile(
  reply: FastifyReply,
  { language }: Actor,
  { type, name, suffix, extension }: Omit<SentFile, 'stream'>,
): void {
  reply.header('content-type', type)
  // RFC 6266: an English name for old browsers, which read only ASCII, and a name in the person's language
  // for all others.
  const [own, plain] = [`${name[language]} ${suffix}`, `${name.en} ${suffix}`]
  reply.header('content-disposition', disposition('attachment', { name: own, plain, extension }))
  reply.header('cache-control', 'private, no-store')
}

async function begin(root: Root) {
  const transaction = await root
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute()
  await sql.raw(`set local idle_in_transaction_session_timeout = '${idleLimit}'`).execute(transaction)
  return transaction
}
