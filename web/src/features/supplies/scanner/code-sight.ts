/** A code must be missing for more than 700 ms and 3 frames before it counts as another piece. */
const goneMs = 700
const goneLooks = 3

type Seen = { at: number; look: number }

/**
 * Finds the codes that newly come into view,
 * because a camera sees each code in many frames, and a slow phone has few.
 */
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
