import pg from 'pg'
import { StorageUnavailableError } from './storage/storage.errors.ts'

/** An error that the operator can fix. The message says how, in one line. */
export class OperatorError extends Error {}

// SQLSTATE classes: connection, sign-in, unknown database, rights, resources, conflicts, operator
// intervention, invalid data.
const mendable = /^(08|22|23|25|28|3D|40|42501|53|55|57)/

/** One line for the operator if they can fix the error. Null if it is a bug. */
export function explain(error: unknown): string | null {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof OperatorError) return error.message
  // Node tries every address of a host and collects their errors.
  if (error instanceof AggregateError) return explain(error.errors[0])
  if ('syscall' in error) return error.message
  if (error instanceof StorageUnavailableError) {
    const { cause } = error
    return cause instanceof Error ? `${error.message}: ${cause.message}` : error.message
  }
  const isRefusal = error instanceof pg.DatabaseError && mendable.test(error.code ?? '')
  return isRefusal ? `The database refused: ${error.message}` : null
}
