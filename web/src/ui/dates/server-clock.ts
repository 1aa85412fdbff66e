let offsetMs = 0

/** Stores the difference between the server's clock and this device's. Ignores an invalid `iso`. */
export function setServerNow(iso: string): void {
  const serverMs = Date.parse(iso)
  if (!Number.isNaN(serverMs)) offsetMs = serverMs - Date.now()
}

/** The current time of the server, in ms since 1970. */
export function serverNow(): number {
  return Date.now() + offsetMs
}
