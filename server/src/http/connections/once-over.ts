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

/**
 * Aborted when the client leaves before the answer is complete. `request.signal` does not fit, because it is aborted as
 * soon as the body has been read.
 */
export function signalLeaving(answer: ServerResponse): AbortSignal {
  const leaving = new AbortController()
  onceOver(answer, () => {
    if (!answer.writableFinished) leaving.abort()
  })
  return leaving.signal
}
