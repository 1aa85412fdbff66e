import type { Entry } from '@artel/contract/ledger/ledger'
import type { Ledger } from '@artel/contract/ledger/ledger.line'
import { useCall } from '../../../api/cache/query.ts'
import { failureOver } from '../../../api/send/failure.ts'
import { callsOf, entriesOf } from '../ledger-calls.ts'

/** One entry by id; undefined until it is read; null if it does not exist or this person may not see it. */
export function useEntry(ledger: Ledger, id: number | null) {
  const { data, error, refetch } = useCall(
    callsOf(ledger).list,
    { query: { limit: 1 }, body: { ids: [id ?? 0] } },
    { enabled: id !== null, keepsAnswer: false },
  )
  const entry: Entry | null | undefined = data && (entriesOf(ledger, data)?.[0] ?? null)
  return { entry, error: failureOver(data, error), retry: () => void refetch() }
}
