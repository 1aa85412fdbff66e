import { useTranslations } from 'use-intl'
import type { ListState } from '../../../api/list/list-state.ts'
import type { BuiltInView } from '../../views/views.tsx'

export type UserFilters = ListState<'users.list'>['filters']

/** The filters of the default view: people who work here now. */
export const activeUsers = { status: ['active'] } satisfies UserFilters

const usual = [
  { key: 'viewActive', filters: activeUsers },
  { key: 'viewArchived', filters: { status: ['archived'] } },
  { key: 'viewAll', filters: {} },
] as const satisfies readonly { key: string; filters: UserFilters }[]

/** The built-in views of the people list. */
export function useUserViews(): BuiltInView[] {
  const t = useTranslations('users')
  return usual.map((view) => ({ ...view, name: t(view.key), isTrouble: false }))
}
