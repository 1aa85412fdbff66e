import { OperatorError } from '../../operator-error.ts'

/** The server in DATABASE_URL cannot be used. The message says what it lacks. */
export class DatabaseSetupError extends OperatorError {}
