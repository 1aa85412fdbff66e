/** What was sent and has not been answered yet, under which key. */
export type SentOnce = { of: string; key: string }

/**
 * The key of an attempt: that of the one before where the same is sent again, because the answer of that one may
 * have been lost on its way; another where something else is sent.
 */
export function keyFor(input: object, before: SentOnce | null): SentOnce {
  const of = JSON.stringify(input)
  return before?.of === of ? before : { of, key: randomKey() }
}

/** Text that nobody else makes. Without https a browser has no randomUUID. */
export const randomKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
