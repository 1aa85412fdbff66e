/** A request that has not been answered yet, and its key. */
export type SentOnce = { of: string; key: string }

/**
 * The idempotency key of an attempt. The same input reuses the key of the previous attempt, because its
 * response may have been lost. Another input gets a new key.
 */
export function keyFor(input: object, before: SentOnce | null): SentOnce {
  const of = JSON.stringify(input)
  return before?.of === of ? before : { of, key: randomKey() }
}

/** A unique random text (16 bytes as hex). Without https a browser has no randomUUID. */
export const randomKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
