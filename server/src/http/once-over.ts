import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * Calls `end` when a request or an answer is over, complete or not. Calls it at once if that is over already,
 * because no further event comes then: the client may have left while its session was read. `end` may be
 * called twice.
 */
export function onceOver(one: IncomingMessage | ServerResponse, end: () => void): void {
  if (one.closed) end()
  else one.once('finish', end).once('close', end)
}
