import { OperatorError } from '../../operator-error.ts'

/** An error that a person can fix. `message` is one English line, ready to be printed. */
export class EmbeddedDatabaseError extends OperatorError {
  override name = 'EmbeddedDatabaseError'
}

/** Another process owns this data folder. */
export class AlreadyRunningError extends EmbeddedDatabaseError {
  override name = 'AlreadyRunningError'
}

/** The system's code of an error (`ENOENT`), or its SQLSTATE from PostgreSQL (`57P03`). */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error)
}
