import type { View } from '@artel/contract/views'
import { useTranslations } from 'use-intl'
import { ApiFailure, type Failure } from '../../api/failure.ts'
import { refreshCalls, useAction } from '../../api/query.ts'
import { useUser } from '../../api/session.ts'
import { notify } from '../../ui/notify.ts'
import { keptStateOf } from './list-view.ts'
import type { ListViews } from './use-list-views.ts'

const refreshes = ['views.list'] as const

/** What can be done with a kept view; each says what has happened. */
export function useViewActions({ state, builtIn, choose }: ListViews) {
  const t = useTranslations('views')
  const { id: userId } = useUser()
  const say = (text: string) => notify({ text, tone: 'ok' })
  const onFailure = (failure: Failure) => {
    notify({ text: failure instanceof ApiFailure ? failure.message : t('notSaved'), tone: 'bad' })
    // Whatever was refused, somebody may have changed it meanwhile.
    void refreshCalls(...refreshes)
  }
  const update = useAction('views.update', { refreshes, onFailure })
  const create = useAction('views.create', { refreshes, onFailure })
  const remove = useAction('views.remove', { refreshes, onFailure })

  const bringBack = ({ screen, name, state: kept, is_shared }: View) =>
    // The state of a view is of the shape of its screen's list; apart, the compiler knows them no longer as a pair.
    create.mutate({
      body: { screen, name, state: kept, is_shared } as Parameters<typeof create.mutate>[0]['body'],
    })

  return {
    isBusy: update.isPending || remove.isPending || create.isPending,
    updateState: ({ id, version, name }: View) =>
      update.mutate(
        { params: { id }, body: { state: keptStateOf(state), version } },
        { onSuccess: () => say(t('updated', { name })) },
      ),
    share: ({ id, version, name, is_shared, created_by }: View) =>
      update.mutate(
        { params: { id }, body: { is_shared: !is_shared, version } },
        {
          onSuccess: () =>
            say(
              is_shared
                ? t('nowOwn', { name, isMine: String(created_by === userId) })
                : t('nowShared', { name }),
            ),
        },
      ),
    remove: (view: View) =>
      remove.mutate(
        { params: { id: view.id } },
        {
          onSuccess: () => {
            const [first] = builtIn
            if (first) choose(first)
            notify({
              text: t('removed', { name: view.name }),
              tone: 'ok',
              action: { label: t('undo'), onClick: () => bringBack(view) },
            })
          },
        },
      ),
  }
}
