import pg from 'pg'
import { StorageAwayError } from './storage/storage.ts'

/** What the operator can mend; the message says what, on one line. */
export class OperatorError extends Error {}

// Connection, sign-in, unknown database, rights, resources, conflicts, an operator's hand, data that do not fit.
const mendable = /^(08|22|23|25|28|3D|40|42501|53|55|57)/

/** One line for the operator where they can mend it; null where it is our fault. */
export function explain(error: unknown): string | null {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof OperatorError) return error.message
  // Node tries each address of a host, and gathers what each has answered.
  if (error instanceof AggregateError) return explain(error.errors[0])
  if ('syscall' in error) return error.message
  if (error instanceof StorageAwayError) {
    const { cause } = error
    return cause instanceof Error ? `${error.message}: ${cause.message}` : error.message
  }
  const isRefusal = error instanceof pg.DatabaseError && mendable.test(error.code ?? '')
  return isRefusal ? `The database refused: ${error.message}` : null
}
