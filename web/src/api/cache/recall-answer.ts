import { hashKey, type Query, type QueryKey } from '@tanstack/react-query'
import { readAnswer } from '../kept/kept.ts'
import type { Owner } from '../kept/kept-rules.ts'
import { readCurrentAt } from '../send/connection.ts'
import { readPagePerson } from '../session/page-person.ts'
import { readPageVersion } from './page-version.ts'
import { queryClient } from './query-client.ts'

/** Whose kept answers this page may read and write; null for guests. */
export function readOwner(): Owner | null {
  const [person, version] = [readPagePerson(), readPageVersion()]
  return person === null || version === null ? null : { person, version }
}

/** When the recalled answers were current, by the hash of their query. */
const recalled = new Map<string, number>()

/** Shows the kept answer of a query that has none yet. */
export async function recallAnswer(queryKey: QueryKey): Promise<void> {
  const owner = readOwner()
  const isMissing = () => queryClient.getQueryData(queryKey) === undefined
  if (owner === null || !isMissing()) return
  const queryHash = hashKey(queryKey)
  const kept = await readAnswer(owner, queryHash, Date.now())
  // The server may have answered meanwhile.
  if (!kept || !isMissing()) return
  recalled.set(queryHash, kept.at)
  queryClient.setQueryData(queryKey, kept.answer, { updatedAt: kept.at })
}

/** When an answer was current, ms since 1970. Live events tell a page of changes only to what it has read itself. */
export function asOf({ queryHash, state: { dataUpdatedAt, isInvalidated } }: Query): number {
  if (isInvalidated || recalled.get(queryHash) === dataUpdatedAt) return dataUpdatedAt
  return Math.max(dataUpdatedAt, readCurrentAt())
}
