import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { asOf } from '../../api/cache/recall-answer.ts'
import { sessionTime } from '../../api/session/session.ts'
import { useFormat } from '../../ui/figures/format-context.tsx'

/** Says that the connection is lost, and how old the data on the screen is. */
export function OfflineAge() {
  const t = useTranslations('frame')
  const format = useFormat()
  const at = useOldestShown()
  if (at === null) return t('offline')
  // By the server's clock, as all other times on the screen.
  const moment = new Date(at + format.now() - Date.now()).toISOString()
  const isToday = format.date(moment) === format.date(new Date(format.now()).toISOString())
  const when = isToday ? format.time(moment) : format.date(moment, { withTime: true })
  return t('offlineSince', { at: when })
}

/** When the oldest answer on the screen was current, ms since 1970; null if there is none. */
function useOldestShown(): number | null {
  const cache = useQueryClient().getQueryCache()
  const subscribe = useCallback((listener: () => void) => cache.subscribe(listener), [cache])
  return useSyncExternalStore(subscribe, () => {
    const shown = cache.findAll({ type: 'active' }).filter(({ state }) => state.data !== undefined)
    const moments = shown.map(asOf)
    // The frame shows the session beside them, such as the balances.
    const session = sessionTime()
    if (session.isRestored) moments.push(session.at)
    return moments.length === 0 ? null : Math.min(...moments)
  })
}
