import { useMediaQuery } from '@mantine/hooks'
import { useTranslations } from 'use-intl'
import type { ListViews } from './use-list-views.ts'
import { useViewDialogs } from './use-view-dialogs.tsx'
import { ViewSelect } from './view-select.tsx'
import { ViewTabs } from './view-tabs.tsx'

export { type BuiltInView, type ListViews, useListViews } from './use-list-views.ts'

/** The bar above a list with its views: built in, shared and own. */
export function ViewBar({ views }: { views: ListViews }) {
  const isPhone = useMediaQuery('(max-width: 700px)', undefined, { getInitialValueInEffect: false })
  return isPhone ? <ViewSelect views={views} /> : <ViewTabs views={views} />
}

/** Saves the columns of a table as a view: the own columns of a person belong to no built-in view. */
export function useSaveColumns(views: ListViews): { label: string; onClick: () => void } {
  const t = useTranslations('views')
  const { keep } = useViewDialogs(views)
  return { label: t('keep'), onClick: keep }
}
