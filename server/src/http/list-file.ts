import type { Readable } from 'node:stream'
import type { FileFormat } from '@artel/contract/list'
import type { Locale } from '@artel/contract/primitives'
import type { FastifyReply } from 'fastify'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { Actor } from '../access/actor.ts'
import { nowIso, wallClock } from '../clock.ts'
import { openCursor } from '../database/cursor.ts'
import type { Root, Tables } from '../database/open.ts'
import { type Column, contentTypes, type Words, writeTable } from '../spreadsheets/spreadsheets.ts'
import { fieldError, LimitError } from './errors.ts'
import { disposition } from './file-name.ts'

/** All rows of a list in their order, with the columns of its file. */
export type ListFile = {
  name: Words
  /** What its sheet is called, where that is not its name. */
  sheet?: string
  columns: readonly Column<unknown>[]
  rows: Rows<unknown>
}
type Rows<Row> = SelectQueryBuilder<Tables, keyof Tables, Row>

/** Ties columns to the rows that they read. */
export const listFile = <T extends keyof Tables, Row>(file: {
  name: Words
  sheet?: string
  columns: readonly Column<Row>[]
  rows: SelectQueryBuilder<Tables, T, Row>
}): ListFile => file as unknown as ListFile // once they fit each other, what the rows are matters to nobody else

/** More than a spreadsheet opens: the filter is to be narrowed. */
const mostRows = 1_000_000
// Each holds a connection of the pool's twenty and, for the writing, much of a core.
const mostAtOnce = 4
const mostOfPerson = 2
const retryAfterSeconds = 10
// A reader that takes nothing for so long is gone; one that takes little by little is let go in the end.
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
 * Answers a list as a file, from one snapshot and at the pace of its reader.
 * @throws LimitError while others are being written; 422 at `format` for too many rows
 */
export async function sendListFile(
  root: Root,
  actor: Actor,
  format: FileFormat,
  reply: FastifyReply,
  open: (connection: Root) => Promise<ListFile>,
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
    const file = await open(transaction)
    await refuseTooMany(transaction, file.rows)
    const batches = await openCursor(transaction, sql`${file.rows}`)
    const { language, timezone } = actor
    const table = { title: file.sheet ?? file.name[language], columns: file.columns, language, timezone }
    const stream = writeTable(format, table, batches)
    whenClosed(stream, end)
    const day = wallClock(nowIso(), timezone).toISOString().slice(0, 10)
    reply.header('content-type', contentTypes[format])
    reply.header('content-disposition', attachment(file.name, language, `${day}.${format}`))
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

async function refuseTooMany(connection: Root, rows: Rows<unknown>): Promise<void> {
  const counted = rows
    .clearSelect()
    .clearOrderBy()
    .select(sql.lit(1).as('one'))
    .limit(mostRows + 1)
  const { rows: found } = await sql<{ count: number }>`select count(*) from (${counted}) as counted`.execute(
    connection,
  )
  if ((found[0]?.count ?? 0) > mostRows) throw fieldError('format', 'too_many', { maximum: mostRows })
}

/** Also after an error, and when the reader has gone. */
function whenClosed(stream: Readable, end: () => Promise<void>): void {
  const timer = setTimeout(() => stream.destroy(new Error('The file took too long to be read')), longestMs)
  stream.once('close', () => {
    clearTimeout(timer)
    void end()
  })
}

/** RFC 6266: in English for old browsers, which read ASCII alone; for all others in the person's language. */
const attachment = (name: Words, language: Locale, end: string): string =>
  disposition('attachment', `${name[language]} ${end}`, `${name.en} ${end}`)
