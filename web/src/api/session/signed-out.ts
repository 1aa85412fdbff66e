type Listener = () => void

const listeners = new Set<Listener>()

/** Calls `listener` whenever the server answers 401. */
export function onSignedOut(listener: Listener): void {
  listeners.add(listener)
}

export function announceSignedOut(): void {
  for (const listener of listeners) listener()
}
