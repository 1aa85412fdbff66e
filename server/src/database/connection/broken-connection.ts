const codes = new Set<unknown>(['57P01', '57P02', 'ECONNRESET', 'EPIPE'])
// Messages of the driver. These errors have no code.
const messages = /^(Connection terminated|Client (has encountered|was closed))/

/** Whether the connection broke during a statement, so that another connection may succeed. */
export const isBrokenConnection = (error: unknown): boolean =>
  error instanceof Error && (('code' in error && codes.has(error.code)) || messages.test(error.message))
