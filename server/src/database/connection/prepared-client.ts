import { createHash } from 'node:crypto'
import pg from 'pg'
import { presentBudget } from '../queries/row-budget.ts'

/** Maximum prepared statements. One more drops the one that was not used for the longest time. */
const maxPrepared = 400
/** Number of uses from which a statement is prepared. */
const worthPreparing = 3
/** A statement with more values inserts or updates some number of rows, and the number is seldom the same. */
const maxValues = 100

const seen = new Map<string, number>()
/** Names by text, the longest unused first. */
const names = new Map<string, string>()

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known) {
    names.delete(text)
    names.set(text, known)
    return known
  }
  const times = (seen.get(text) ?? 0) + 1
  if (times < worthPreparing) {
    // Bounds the counters too. A reset only delays a preparation.
    if (seen.size >= 10 * maxPrepared) seen.clear()
    seen.set(text, times)
    return undefined
  }
  seen.delete(text)
  const name = `artel_${createHash('sha256').update(text).digest('base64url').slice(0, 24)}`
  names.set(text, name)
  dropFirst(names, maxPrepared)
  return name
}

/** @returns the dropped key, if there were more than `most` */
function dropFirst(known: Map<string, unknown>, most: number): string | undefined {
  if (known.size <= most) return undefined
  const [first] = known.keys()
  if (first !== undefined) known.delete(first)
  return first
}

type Query = (...args: unknown[]) => unknown

/** The members of the driver's connection that are used here. The driver's types omit them. */
type Wire = {
  parsedStatements: Record<string, string>
  parse(query: object, more?: boolean): void
  close(what: { type: 'S'; name: string }): void
}

/** A connection of a pool. */
export class PlainClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    // If the connection is lost during a transaction, the next statement of the transaction fails. Without a
    // listener, the process would end.
    this.on('error', () => undefined)
    const send = this.query.bind(this) as Query // handles one signature below and passes the others through
    const query: Query = (text, values, ...rest) => {
      const name = typeof text === 'string' ? this.nameFor(text, values) : undefined
      const types = presentBudget()?.types
      const isCounted = types !== undefined && typeof text === 'string'
      const config = { ...(name && { name }), text, values, ...(isCounted && { types }) }
      const answer = name || isCounted ? send(config, ...rest) : send(text, values, ...rest)
      if (answer instanceof Promise) answer.catch((error: Error) => this.#endIfSilent(error))
      return answer
    }
    this.query = query as typeof this.query
  }

  /** @returns the name under which the statement is prepared; undefined: it is not */
  protected nameFor(_text: string, _values: unknown): string | undefined {
    return undefined
  }

  /**
   * Closes a connection after a read timeout, because the next statements would wait for the same timeout.
   */
  #endIfSilent({ message }: Error): void {
    if (message === 'Query read timeout') this.end().catch(() => undefined)
  }
}

/** Lets PostgreSQL keep the plans of frequent statements. This halves the cost of a list. */
export class PreparedClient extends PlainClient {
  /** Names of the statements that this connection has prepared, the longest unused first. */
  readonly #prepared = new Map<string, true>()
  /** Names of statements that are to be dropped. */
  readonly #dropped = new Set<string>()

  constructor(config?: string | pg.ClientConfig) {
    super(config)
    this.#dropBeforeParsing()
  }

  protected override nameFor(text: string, values: unknown): string | undefined {
    // A text without values may contain several statements, and those cannot be prepared.
    const mayBeNamed = Array.isArray(values) && values.length > 0 && values.length <= maxValues
    const name = mayBeNamed ? nameOf(text) : undefined
    if (name) this.#use(name)
    return name
  }

  #use(name: string): void {
    this.#dropped.delete(name)
    this.#prepared.delete(name)
    this.#prepared.set(name, true)
    const dropped = dropFirst(this.#prepared, maxPrepared)
    if (dropped !== undefined) this.#dropped.add(dropped)
  }

  /**
   * Sends the drops in front of the next statement that is parsed. They need no round trip, and PostgreSQL
   * takes them in a failed transaction too.
   */
  #dropBeforeParsing(): void {
    const { connection: wire } = this as unknown as { connection: Wire }
    const parse = wire.parse.bind(wire)
    wire.parse = (query, more) => {
      for (const name of this.#dropped) {
        delete wire.parsedStatements[name]
        wire.close({ type: 'S', name })
      }
      this.#dropped.clear()
      parse(query, more)
    }
  }
}
