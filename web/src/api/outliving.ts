/** Bytes of all requests that outlive their page at one time. Browsers refuse more than 64 KiB. */
const most = 60_000
let underWay = 0

/**
 * Sends a request that arrives also if the page is closed or left at once, such as that of a switch that was just
 * pressed. A body that is too long for that is sent as any other.
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
