import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * Calls `end` when a request or an answer is over, whole or not; at once where it is over already, because nothing tells
 * of that a second time: its client may have left while its session was read. `end` may be called twice.
 */
export function onceOver(one: IncomingMessage | ServerResponse, end: () => void): void {
  if (one.closed) end()
  else one.once('finish', end).once('close', end)
}
