import { useMediaQuery } from '@mantine/hooks'
import type { ListViews } from './use-list-views.ts'
import { ViewSelect } from './view-select.tsx'
import { ViewTabs } from './view-tabs.tsx'

export { type BuiltInView, type ListViews, useListViews } from './use-list-views.ts'

/** The bar above a list with its views: built in, shared and own. */
export function ViewBar({ views }: { views: ListViews }) {
  const isPhone = useMediaQuery('(max-width: 700px)', undefined, { getInitialValueInEffect: false })
  return isPhone ? <ViewSelect views={views} /> : <ViewTabs views={views} />
}
