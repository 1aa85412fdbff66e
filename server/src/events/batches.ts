import type { Announcement, Audience } from '../database/announcement.ts'

/** Maximum bytes of a payload. PostgreSQL rejects 8,000. */
const maxBytes = 7900

// The brackets around a batch, and a comma before each announcement.
const bracketBytes = 2
const commaBytes = 1

/** Splits announcements into payloads that PostgreSQL accepts. Their order is kept. */
export function batchesOf(announcements: readonly Announcement[]): string[] {
  const batches: string[][] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const words of announcements.flatMap(textsOf)) {
    const size = Buffer.byteLength(words) + commaBytes
    if (bytes + size > maxBytes) {
      batches.push([])
      bytes = bracketBytes
    }
    batches.at(-1)?.push(words)
    bytes += size
  }
  return batches.map((texts) => `[${texts.join()}]`)
}

// An announcement for too many users is split by users. Admins then receive it more than once.
function textsOf(announcement: Announcement): string[] {
  const words = JSON.stringify(announcement)
  if (Buffer.byteLength(words) + bracketBytes + commaBytes <= maxBytes) return [words]
  return halvesOf(announcement.audience).flatMap((audience) => textsOf({ ...announcement, audience }))
}

function halvesOf(audience: Audience): Audience[] {
  if (audience === 'everyone') return []
  const ids = 'only' in audience ? audience.only : audience
  // An event for one user is short.
  if (ids.length < 2) return []
  const middle = Math.ceil(ids.length / 2)
  return [ids.slice(0, middle), ids.slice(middle)].map((half) => ('only' in audience ? { only: half } : half))
}
