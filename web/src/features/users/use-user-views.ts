import { useTranslations } from 'use-intl'
import type { InputOf } from '../../api/calls.ts'
import type { BuiltInView } from '../views/views.tsx'

export type UserFilters = NonNullable<InputOf<'users.list'>['body']>

/** Filters of the view that comes first: who works here. */
export const activeUsers = { status: ['active'] } satisfies UserFilters

const usual = [
  { key: 'viewActive', filters: activeUsers },
  { key: 'viewArchived', filters: { status: ['archived'] } },
  { key: 'viewAll', filters: {} },
] as const satisfies readonly { key: string; filters: UserFilters }[]

/** The views that the list of people brings along. */
export function useUserViews(): BuiltInView[] {
  const t = useTranslations('users')
  return usual.map((view) => ({ ...view, name: t(view.key), isTrouble: false }))
}
