import { sql } from 'kysely'
import type { Db } from '../database/db.ts'
import { type Say, sayDefault, sayOwn } from './said-texts.ts'

/** The cached texts of a company's last publication. `digest` identifies them. */
type Kept = { digest: string; say: Say; size: number }

/**
 * Maximum characters of company texts in the cache of a process. The least recently used entry is dropped
 * first.
 */
const maxKept = 8_000_000
/** Characters counted for each entry, even without any text. */
const leastKept = 500

const keptOf = new Map<number, Kept>()
let size = 0

type Present = { digest: string; en: unknown; ru: unknown }

/**
 * Finds how a company says texts now. One statement returns only the digest if the cached texts are still
 * current.
 * @param isNeeded false: no text will be said, so the database is not queried
 */
export async function findSay(db: Db, isNeeded = true): Promise<Say> {
  if (!isNeeded) return sayDefault
  const kept = keptOf.get(db.companyId)
  const known = kept?.digest ?? ''
  const [present] = await db.query(sql<Present>`
    select digest, case when digest <> ${known} then en end as en, case when digest <> ${known} then ru end as ru
    from (
      select en_hash || ru_hash as digest, en, ru from localization_publications
      where company_id = ${db.companyId} order by number desc limit 1
    ) as present`)
  if (!present) return sayDefault
  if (kept && kept.digest === present.digest) {
    keep(db.companyId, kept)
    return kept.say
  }
  const read = readOwn(present)
  keep(db.companyId, read)
  return read.say
}

function readOwn({ digest, ...own }: Present): Kept {
  const { say, size } = sayOwn(own)
  return { digest, say, size: size + leastKept }
}

/** Removes and inserts the entry again, so that it becomes the newest of the map. */
function keep(companyId: number, kept: Kept): void {
  evict(companyId)
  keptOf.set(companyId, kept)
  size += kept.size
  for (const [oldest] of keptOf) {
    if (size <= maxKept) return
    evict(oldest)
  }
}

function evict(companyId: number): void {
  size -= keptOf.get(companyId)?.size ?? 0
  keptOf.delete(companyId)
}
