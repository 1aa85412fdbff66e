import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { sql } from 'kysely'
import type { Actor } from '../access/actor.ts'
import type { Root } from '../database/open.ts'
import type { Words } from '../spreadsheets/spreadsheets.ts'
import { LimitError } from './errors.ts'
import { disposition } from './file-name.ts'

/** A file on its way out. Its name is the words in the person's language and then `suffix`, with the ending. */
export type SentFile = { stream: Readable; type: string; name: Words; suffix: string }

// Each holds a connection of the pool's twenty and, for the writing, much of a core.
const mostAtOnce = 4
const mostOfPerson = 2
const retryAfterSeconds = 10
// The connection of a reader that takes nothing ends before this; one that takes little by little is let go in the end.
const idleLimit = '5min'
const longestMs = 30 * 60_000

type Turn = { actor: Actor }
const turns = new Set<Turn>()

function takeTurn(actor: Actor): Turn {
  const own = [...turns].filter((turn) => turn.actor.userId === actor.userId)
  if (turns.size >= mostAtOnce || own.length >= mostOfPerson) throw new LimitError(retryAfterSeconds)
  const turn = { actor }
  turns.add(turn)
  return turn
}

/**
 * Answers a file, from one snapshot and at the pace of its reader.
 * @param open begins to write it; the connection is its own until the stream is closed
 * @throws LimitError while others are being written, and what `open` throws
 */
export async function sendFile(
  root: Root,
  actor: Actor,
  reply: FastifyReply,
  open: (connection: Root) => Promise<SentFile>,
): Promise<FastifyReply> {
  const turn = takeTurn(actor)
  const transaction = await begin(root).catch((error) => {
    turns.delete(turn)
    throw error
  })
  const end = async () => {
    turns.delete(turn)
    // The connection may be what was lost.
    await transaction
      .rollback()
      .execute()
      .catch(() => undefined)
  }
  try {
    const { stream, type, name, suffix } = await open(transaction)
    whenClosed(stream, end)
    reply.header('content-type', type)
    // RFC 6266: in English for old browsers, which read ASCII alone; for all others in the person's language.
    const [own, plain] = [`${name[actor.language]} ${suffix}`, `${name.en} ${suffix}`]
    reply.header('content-disposition', disposition('attachment', own, plain))
    reply.header('cache-control', 'private, no-store')
    return reply.send(stream)
  } catch (error) {
    await end()
    throw error
  }
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

/** Also after an error, and when the reader has gone. */
function whenClosed(stream: Readable, end: () => Promise<void>): void {
  const timer = setTimeout(() => stream.destroy(new Error('The file took too long to be read')), longestMs)
  stream.once('close', () => {
    clearTimeout(timer)
    void end()
  })
}
