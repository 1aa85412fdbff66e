/** So long, and for so many looks, a code has to be out of sight before it is another piece of the same. */
const goneMs = 700
const goneLooks = 3

type Seen = { at: number; look: number }

/** Tells which codes have come into sight: a camera sees each many times, and a slow phone looks seldom. */
export function createCodeSight(): (seen: readonly string[], now: number) => string[] {
  const lastSeen = new Map<string, Seen>()
  let looks = 0
  return (seen, now) => {
    looks += 1
    const isNew = (last: Seen | undefined) =>
      !last || (now - last.at > goneMs && looks - last.look > goneLooks)
    const come = seen.filter((code) => isNew(lastSeen.get(code)))
    for (const code of seen) lastSeen.set(code, { at: now, look: looks })
    return [...new Set(come)]
  }
}
