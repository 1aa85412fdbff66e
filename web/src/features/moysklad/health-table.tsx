import type { MoySkladConnection, MoySkladHealth } from '@artel/contract/moysklad'
import type { MoySkladKind, MoySkladPlan } from '@artel/contract/moysklad.line'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { DateText } from '../../ui/date-text.tsx'
import { Blank } from '../../ui/figures.tsx'
import { useFormat } from '../../ui/format-context.tsx'
import { PlainTable } from '../../ui/plain-table.tsx'
import healthClasses from './health.module.css'
import { itemSearch, settingsPath } from './item-address.ts'
import classes from './moysklad.module.css'
import { PartIcon } from './part-icon.tsx'

/** Each part of the exchange: when it was last right, and how many rows it has come to. */
export function HealthTable({ connection }: { connection: MoySkladConnection }) {
  const t = useTranslations('moySklad')
  return (
    <PlainTable
      head={
        <>
          <th scope="col">{t('healthPart')}</th>
          <th scope="col">{t('healthLast')}</th>
          <th scope="col" data-extra>
            {t('healthFull')}
          </th>
          <th scope="col" data-figure data-extra>
            {t('healthItems')}
          </th>
          <th scope="col" data-figure>
            {t('healthTied')}
          </th>
          <th scope="col" data-figure data-extra>
            {t('healthWaiting')}
          </th>
          <th scope="col" data-figure data-extra>
            {t('healthFailed')}
          </th>
        </>
      }
    >
      {connection.health.map((row) => (
        <HealthRow key={row.part} row={row} />
      ))}
    </PlainTable>
  )
}

function HealthRow({ row }: { row: MoySkladHealth }) {
  const t = useTranslations('moySklad')
  const { part, is_chosen, may_read, succeeded_at, reconciled_at } = row
  const isOff = !is_chosen || !may_read
  return (
    <tr data-off={isOff || undefined}>
      <td>
        <span className={healthClasses.partName}>
          <PartIcon part={part} />
          {t(`kind_${part}`)}
        </span>
      </td>
      <td>
        {isOff ? (
          <span className={classes.quiet}>{t(is_chosen ? 'healthForbidden' : 'healthOff')}</span>
        ) : (
          <DateText value={succeeded_at} withTime />
        )}
      </td>
      <td data-extra>{isOff ? null : <DateText value={reconciled_at} withTime />}</td>
      <td data-figure data-extra>
        {part === 'stock' || isOff ? <Blank /> : <Count kind={part} plan={[]} count={row.items} />}
      </td>
      <td data-figure>
        {part === 'stock' || isOff ? (
          <Blank />
        ) : (
          <Count kind={part} plan={['same', 'change', 'tie']} count={row.tied} />
        )}
      </td>
      <td data-figure data-extra>
        {part === 'stock' || isOff ? (
          <Blank />
        ) : (
          <Count kind={part} plan={['ambiguous']} count={row.waiting} tone="warn" />
        )}
      </td>
      <td data-figure data-extra>
        {part === 'stock' || isOff ? (
          <Blank />
        ) : (
          <Count kind={part} plan={['invalid']} count={row.failed} tone="bad" />
        )}
      </td>
    </tr>
  )
}

type CountProps = {
  kind: MoySkladKind
  plan: readonly MoySkladPlan[]
  count: number
  tone?: 'warn' | 'bad'
}

/** A number that opens the rows it counts. */
function Count({ kind, plan, count, tone }: CountProps) {
  const format = useFormat()
  if (count === 0) return <span className={classes.quiet}>0</span>
  return (
    <Link
      className={healthClasses.number}
      data-tone={tone}
      to={settingsPath}
      search={itemSearch(kind, plan) as never} // lists read their address themselves
    >
      {format.number(count)}
    </Link>
  )
}
