/** So long a code has to be out of sight before it is another piece of the same. */
const goneMs = 700

/** Tells which codes have come into sight: a camera sees each many times. */
export function createCodeSight(): (seen: readonly string[], now: number) => string[] {
  const lastSeen = new Map<string, number>()
  return (seen, now) => {
    const come = seen.filter((code) => now - (lastSeen.get(code) ?? Number.NEGATIVE_INFINITY) > goneMs)
    for (const code of seen) lastSeen.set(code, now)
    return [...new Set(come)]
  }
}
