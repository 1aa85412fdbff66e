import { createHash } from 'node:crypto'
import pg from 'pg'
import { presentBudget } from './row-budget.ts'

/**
 * Maximum prepared statements per connection. They are never dropped. All other statements are planned each
 * time.
 */
const maxPrepared = 400
/** Number of uses from which a statement is prepared. Lists of ids make many texts that occur only once. */
const worthPreparing = 3

const seen = new Map<string, number>()
const names = new Map<string, string>()

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known || names.size >= maxPrepared) return known
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
  return name
}

type Query = (...args: unknown[]) => unknown

/** Lets PostgreSQL keep the plans of frequent statements. This halves the cost of a list. */
export class PreparedClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    // If the connection is lost during a transaction, the next statement of the transaction fails. Without a
    // listener, the process would end.
    this.on('error', () => undefined)
    const send = this.query.bind(this) as Query // handles one signature below and passes the others through
    const query: Query = (text, values, ...rest) => {
      // A text without values may contain several statements, and those cannot be prepared.
      const hasValues = Array.isArray(values) && values.length > 0
      const name = typeof text === 'string' && hasValues ? nameOf(text) : undefined
      const types = presentBudget()?.types
      const isCounted = types !== undefined && typeof text === 'string'
      const config = { ...(name && { name }), text, values, ...(isCounted && { types }) }
      const answer = name || isCounted ? send(config, ...rest) : send(text, values, ...rest)
      if (answer instanceof Promise) answer.catch((error: Error) => this.#endIfSilent(error))
      return answer
    }
    this.query = query as typeof this.query
  }

  /**
   * Closes a connection after a read timeout, because the next statements would wait for the same timeout.
   */
  #endIfSilent({ message }: Error): void {
    if (message === 'Query read timeout') this.end().catch(() => undefined)
  }
}
