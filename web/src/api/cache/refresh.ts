import manifest from 'virtual:calls'
import type { Entity } from '@artel/contract/events'
import { partialMatchKey, type QueryKey } from '@tanstack/react-query'
import type { CallName } from '../send/calls.ts'
import { readSession, refreshCompany, refreshShownBalances } from '../session/session.ts'
import { announceTexts } from '../session/texts.ts'
import { queryClient } from './query-client.ts'

/**
 * The only way to refresh: reads again what shows these entities. Answers on the screen are requested at once,
 * others when they are next shown. Resolves when those on the screen have come.
 */
export const refreshEntities = (...entities: readonly Entity[]): Promise<void> => refresh(entities, null)

/**
 * Reads again what a call changes: after its success, or after a refusal, because somebody else may have
 * changed it. `closed`: an answer that is left out, because its item was deleted and its page closes.
 */
export const refreshAfter = (name: CallName, closed: QueryKey | null = null): Promise<void> =>
  refresh(manifest[name].changes, closed)

async function refresh(entities: readonly Entity[], closed: QueryKey | null): Promise<void> {
  const changed = new Set(entities)
  if (changed.size === 0) return
  const answers = queryClient.invalidateQueries({
    predicate: ({ queryKey }) =>
      shownBy(queryKey[0]).some((entity) => changed.has(entity)) &&
      !(closed && partialMatchKey(queryKey, closed)),
  })
  await Promise.all([refreshSession(changed), answers])
}

// A query that reads no call of the server shows no entity.
const shownBy = (name: unknown): readonly Entity[] => (isCall(name) ? manifest[name].shows : [])

const isCall = (name: unknown): name is CallName => typeof name === 'string' && Object.hasOwn(manifest, name)

/** What every page shows is kept in the session: the company with its warehouses, balances, texts. */
async function refreshSession(changed: ReadonlySet<Entity>): Promise<void> {
  const isPreview = readSession()?.texts?.is_preview === true
  if (changed.has('publication')) announceTexts('published', isPreview)
  else if (changed.has('localization') || changed.has('import')) announceTexts('drafts', isPreview)
  // A failed read is ignored. After the reconnect, the event stream reports what was missed.
  await Promise.allSettled([
    (changed.has('company') || changed.has('warehouse')) && refreshCompany(),
    (changed.has('money') || changed.has('coins')) && refreshShownBalances(),
  ])
}
