import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { sql } from 'kysely'
import type { Actor } from '../access/actor.ts'
import type { Root } from '../database/open.ts'
import type { Words } from '../spreadsheets/spreadsheets.ts'
import { type DownloadSlot, DownloadSlots } from './download-slots.ts'
import { ApiError } from './errors.ts'
import { disposition } from './file-name.ts'
import { Spool } from './spool.ts'
import type { Uploads } from './uploads.ts'

/** A file on its way out. Its name is the words in the person's language and then `suffix`, with the ending. */
export type SentFile = { stream: Readable; type: string; name: Words; suffix: string }

// A reader for whom the writing has to wait and who takes nothing for so long is gone.
const idleLimit = '5min'
// One that takes little by little is let go in the end.
const longestMs = 30 * 60_000

// Who may read it no longer is cut off after so long at most, with what a look takes.
const lookMs = 4000

const slots = new DownloadSlots()

type Server = {
  root: Root
  uploads: Uploads
  /** Refuses where the reader has lost their rights meanwhile. */
  assertAllowed: () => Promise<void>
}

/**
 * Answers a file of one snapshot. It is written to a file of ours as fast as it can be and sent from there at the pace
 * of its reader, so that a slow one takes neither a connection to the database nor a slot for writing.
 * @param open begins to write it; the connection is its own until the stream is closed
 * @throws LimitError while others are being written, and what `open` throws
 */
export async function sendFile(
  { root, uploads, assertAllowed }: Server,
  actor: Actor,
  reply: FastifyReply,
  open: (connection: Root) => Promise<SentFile>,
): Promise<FastifyReply> {
  const slot = slots.claim(actor)
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

/** The transaction ends with the stream, and with it the slot is one of those that only wait for their readers. */
async function openInSnapshot(
  root: Root,
  slot: DownloadSlot,
  open: (connection: Root) => Promise<SentFile>,
): Promise<SentFile> {
  const transaction = await begin(root)
  const end = async () => {
    slot.isWriting = false
    // The connection may be what was lost.
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

/** The slot is released with the file, also after an error, and when the reader has gone. */
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
 * Ends a file whose reader was archived or signed out, or has other rights now, whether it is still written or only waits
 * to be taken. It looks aside from the snapshot, which knows nothing of what has happened since.
 */
function followRights(spool: Spool, assertAllowed: () => Promise<void>): void {
  let isLooking = false
  const look = async () => {
    if (isLooking) return
    isLooking = true
    // While the database is away nobody can say.
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
  { type, name, suffix }: Omit<SentFile, 'stream'>,
): void {
  reply.header('content-type', type)
  // RFC 6266: in English for old browsers, which read ASCII alone; for all others in the person's language.
  const [own, plain] = [`${name[language]} ${suffix}`, `${name.en} ${suffix}`]
  reply.header('content-disposition', disposition('attachment', own, plain))
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
