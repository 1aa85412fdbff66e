import { sql } from 'kysely'
import type { Db } from '../database/db.ts'
import { type Say, sayDefault, sayOwn } from './said-texts.ts'

/** What a company has published last, read once; `digest` names it. */
type Kept = { digest: string; say: Say; size: number }

/** Characters of own texts that a process keeps; who was not heard for longest goes first. */
const mostKept = 8_000_000
/** What a company costs that says nothing of them. */
const leastKept = 500

const keptOf = new Map<number, Kept>()
let size = 0

type Present = { digest: string; en: unknown; ru: unknown }

/**
 * How a company says texts at this moment: one statement, by which a process that has its texts learns that they are
 * still those.
 * @param isNeeded false: nothing is to be said, so that nothing is asked
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

/** Taken out and put in again it is the youngest of the map. */
function keep(companyId: number, kept: Kept): void {
  forget(companyId)
  keptOf.set(companyId, kept)
  size += kept.size
  for (const [oldest] of keptOf) {
    if (size <= mostKept) return
    forget(oldest)
  }
}

function forget(companyId: number): void {
  size -= keptOf.get(companyId)?.size ?? 0
  keptOf.delete(companyId)
}
