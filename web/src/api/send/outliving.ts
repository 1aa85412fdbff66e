/** Bytes of all requests that outlive their page at one time. Browsers refuse more than 64 KiB. */
const most = 60_000
let underWay = 0

/**
 * Sends a request that the browser completes even if the person closes the page right away, for example after
 * pressing a switch. A longer body is sent by a normal request, which the browser may abort.
 */
export async function fetchOutliving(address: string, request: RequestInit): Promise<Response> {
  // A character takes up at most three bytes. A form with files has no length.
  const size = typeof request.body === 'string' ? request.body.length * 3 : Number.POSITIVE_INFINITY
  if (underWay + size > most) return fetch(address, request)
  underWay += size
  try {
    return await fetch(address, { ...request, keepalive: true })
  } finally {
    underWay -= size
  }
}
