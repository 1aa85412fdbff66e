let offsetMs = 0

/** Remembers how far this device's clock is from the server's. `iso` that is no date is ignored. */
export function setServerNow(iso: string): void {
  const serverMs = Date.parse(iso)
  if (!Number.isNaN(serverMs)) offsetMs = serverMs - Date.now()
}

/** The server's clock now, in milliseconds since 1970. */
export function serverNow(): number {
  return Date.now() + offsetMs
}
