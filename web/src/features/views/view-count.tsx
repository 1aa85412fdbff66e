import type { ViewScreen } from '@artel/contract/views/views.screens'
import { useInViewport } from '@mantine/hooks'
import clsx from 'clsx'
import { useCall } from '../../api/cache/query.ts'
import { useFormat } from '../../ui/figures/format-context.tsx'
import { bodyOf, type ListView, lists } from './list-view.ts'
import classes from './view-bar.module.css'

/** Screens whose views show counts. On the stats screen the count would only be the number of people. */
const counted: readonly ViewScreen[] = ['tasks', 'users']

/** The number of rows of a view. Requested only while visible, because a list may have a hundred views. */
export function ViewCount({ view, screen }: { view: ListView; screen: ViewScreen }) {
  const format = useFormat()
  const { ref, inViewport } = useInViewport()
  // A list returns at least one row, and only the total is needed. Every list accepts this input.
  const list = lists[screen] as 'tasks.list'
  const { data } = useCall(
    list,
    { query: { limit: 1 }, body: bodyOf(view.state) },
    { enabled: inViewport && counted.includes(screen) },
  )
  const { total = 0, exact = true } = data?.pagination ?? {}
  return (
    <span ref={ref} className={clsx(classes.count, view.isTrouble && total > 0 && classes.trouble)}>
      {data && (exact ? format.number(total) : `≈\u00a0${format.number(total)}`)}
    </span>
  )
}
