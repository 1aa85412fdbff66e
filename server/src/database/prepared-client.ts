import { createHash } from 'node:crypto'
import pg from 'pg'
import { presentBudget } from './row-budget.ts'

/** So many statements are prepared in each connection, for good; the rest is planned each time. */
const mostPrepared = 400
/** Seen so often, a statement is worth keeping: lists of ids make many that never come again. */
const worthPreparing = 3

const seen = new Map<string, number>()
const names = new Map<string, string>()

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known || names.size >= mostPrepared) return known
  const times = (seen.get(text) ?? 0) + 1
  if (times < worthPreparing) {
    // What is counted must not grow without bound either; losing count only delays a preparation.
    if (seen.size >= 10 * mostPrepared) seen.clear()
    seen.set(text, times)
    return undefined
  }
  seen.delete(text)
  const name = `artel_${createHash('sha256').update(text).digest('base64url').slice(0, 24)}`
  names.set(text, name)
  return name
}

type Query = (...args: unknown[]) => unknown

/** A client that has PostgreSQL keep the plans of the statements it sends again and again: half the cost of a list. */
export class PreparedClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    // Lost in the middle of somebody's transaction: their next statement fails. Without a listener the process would.
    this.on('error', () => undefined)
    const send = this.query.bind(this) as Query // one of its many forms is met below, the others pass through
    const query: Query = (text, values, ...rest) => {
      // Without values it may be several statements in one text, which cannot be prepared.
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

  /** A line on which no answer came in time is dead: kept, it would cost the next statements the same wait. */
  #endIfSilent({ message }: Error): void {
    if (message === 'Query read timeout') this.end().catch(() => undefined)
  }
}
