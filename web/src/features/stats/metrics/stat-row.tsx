import { isolated } from '@artel/contract/shapes/isolate'
import type { StatRow } from '@artel/contract/stats/stats'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../../ui/figures/format-context.tsx'
import classes from '../rows/rows-panel.module.css'
import type { AskedRows } from '../rows/use-rows-panel.ts'
import { useMetricWords } from './use-metric-words.ts'

type StatRowProps = { row: StatRow; asked: AskedRows; onOpen: (rows: AskedRows) => void }

/** One row of a number, with a link to its source. */
export function StatRowLine({ row, asked, onOpen }: StatRowProps) {
  const t = useTranslations('stats')
  const words = useMetricWords()
  const format = useFormat()
  const { user, at, day, value, norm_seconds, spent_seconds, source } = row
  const isOfOne = asked.user_id !== undefined || source === 'person'
  const second = [
    !isOfOne && user?.full_name,
    at !== null ? format.date(at, { withTime: true }) : day !== null && format.date(day),
    norm_seconds !== null &&
      spent_seconds !== null &&
      t('normOf', {
        norm: format.duration(norm_seconds, { units: 2 }),
        spent: format.duration(spent_seconds, { units: 2 }),
      }),
  ]
  return (
    <li className={classes.row}>
      <span className={classes.what}>
        <Way row={row} asked={asked} onOpen={onOpen} />
        <span className={classes.second}>{second.filter(Boolean).join(' · ')}</span>
      </span>
      <span className={classes.value}>{words.value(asked.metric, value)}</span>
    </li>
  )
}

/** The name of a row, linked to its source. */
function Way({ row, asked, onOpen }: StatRowProps) {
  const name = useRowName()(row)
  const { source, id, user, task_id, supply_id, day, ledger } = row
  const link = { className: classes.link, children: name }
  if (source === 'person') {
    const { by: _, ...own } = asked
    return (
      <button type="button" className={classes.link} onClick={() => onOpen({ ...own, user_id: id })}>
        {name}
      </button>
    )
  }
  const task = source === 'task' ? id : task_id
  if (source === 'entry')
    return <Link {...link} to={ledger === 'coins' ? '/coins' : '/money'} search={{ entry: id }} />
  if (source === 'order') return <Link {...link} to="/orders" search={{ order: id }} />
  if (source === 'supply') return <Link {...link} to="/supply/$id" params={{ id: String(id) }} />
  if (source === 'box' && supply_id !== null)
    return <Link {...link} to="/supply/$id" params={{ id: String(supply_id) }} search={{ box: id }} />
  if (source === 'shift' && user) {
    const search = day === null ? {} : { date_from: day, date_to: day }
    return <Link {...link} to="/user/$id/hours" params={{ id: String(user.id) }} search={search} />
  }
  return task === null ? name : <Link {...link} to="/task/$id" params={{ id: String(task) }} />
}

function useRowName(): (row: StatRow) => string {
  const t = useTranslations('stats')
  const entries = useTranslations('ledger')
  return ({ source, id, title, user, kind }) => {
    if (source === 'person') return user?.full_name ?? ''
    if (source === 'entry') {
      const word = kind === null ? '' : entries(`kind_${kind}`)
      return title ? `${word}: ${isolated(title)}` : word
    }
    return title ?? t(`source_${source}`, { id: String(id) })
  }
}
