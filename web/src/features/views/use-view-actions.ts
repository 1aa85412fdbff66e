import type { View } from '@artel/contract/views/views'
import { useTranslations } from 'use-intl'
import { useAction } from '../../api/cache/query.ts'
import { refreshEntities } from '../../api/cache/refresh.ts'
import type { InputOf } from '../../api/send/calls.ts'
import { ApiFailure, type Failure } from '../../api/send/failure.ts'
import { useUser } from '../../api/session/session.ts'
import { notify } from '../../ui/notices/notify.ts'
import { columnsOf, keptStateOf } from './list-view.ts'
import { setUnsavedColumns } from './unsaved-columns.ts'
import type { ListViews } from './use-list-views.ts'

/** The actions on a saved view. Each notifies about its result. */
export function useViewActions({ state, builtIn, shared, mine, choose }: ListViews) {
  const [first] = builtIn
  const kept = [...shared, ...mine].flatMap((view) => view.kept ?? [])
  const t = useTranslations('views')
  const { id: userId } = useUser()
  const say = (text: string) => notify({ text, tone: 'ok' })
  const onFailure = (failure: Failure) => {
    notify({ text: failure instanceof ApiFailure ? failure.message : t('notSaved'), tone: 'bad' })
    // Refetch after each refusal, because another person may have changed the view.
    void refreshEntities('view')
  }
  const common = { onFailure }

  // Notices are set on the action and not on the call, because the menu is unmounted by then.
  const update = useAction('views.update', {
    ...common,
    onSuccess: ({ view: { id, name } }) => {
      setUnsavedColumns(id, null)
      say(t('updated', { name }))
    },
  })
  const share = useAction('views.update', {
    ...common,
    onSuccess: ({ view: { name, is_shared, created_by } }) =>
      say(
        is_shared ? t('nowShared', { name }) : t('nowOwn', { name, isMine: String(created_by === userId) }),
      ),
  })
  const create = useAction('views.create', common)
  const remove = useAction('views.remove', {
    ...common,
    onSuccess: (_, { params: { id } }) => {
      if (first) choose(first)
      const view = kept.find((other) => other.id === id)
      if (!view) return
      const action = { label: t('undo'), onClick: () => bringBack(view) }
      notify({ text: t('removed', { name: view.name }), tone: 'ok', action })
    },
  })

  const bringBack = ({ screen, name, state: asKept, is_shared }: View) => {
    // The state fits the list of its screen, but the separate types no longer show that they belong together.
    const body = { screen, name, state: asKept, is_shared } as NonNullable<InputOf<'views.create'>['body']>
    create.mutate({ body })
  }
  return {
    isBusy: update.isPending,
    updateState: (view: View) => {
      const { columns, ...rest } = state
      // A view that leaves the columns to each person goes on doing so.
      const kept = columns && columnsOf(view) ? { ...rest, columns } : rest
      const { id, version } = view
      update.mutate({ params: { id }, body: { state: keptStateOf(kept), version } })
    },
    share: ({ id, version, is_shared }: View) =>
      share.mutate({ params: { id }, body: { is_shared: !is_shared, version } }),
    remove: ({ id }: View) => remove.mutate({ params: { id } }),
  }
}
