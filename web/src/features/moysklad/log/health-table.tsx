import type { MoySkladHealth, MoySkladStatus } from '@artel/contract/moysklad/moysklad'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { DateText } from '../../../ui/dates/date-text.tsx'
import { Blank } from '../../../ui/figures/figures.tsx'
import { useFormat } from '../../../ui/figures/format-context.tsx'
import { PlainTable } from '../../../ui/table/plain-table.tsx'
import { isWhole } from '../connect/trouble.tsx'
import { itemSearch, partialSearch, settingsPath } from '../items/item-address.ts'
import classes from '../moysklad.module.css'
import { PartIcon } from '../part-icon.tsx'
import healthClasses from './health.module.css'

/** Each part of the exchange: when it last succeeded, and its row counts. */
export function HealthTable({ status }: { status: MoySkladStatus }) {
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
          <th scope="col" data-figure data-extra>
            {t('healthPartial')}
          </th>
        </>
      }
    >
      {status.health.map((row) => (
        <HealthRow key={row.part} row={row} canOpen={isWhole(status)} />
      ))}
    </PlainTable>
  )
}

function HealthRow({ row, canOpen }: { row: MoySkladHealth; canOpen: boolean }) {
  const t = useTranslations('moySklad')
  const { part, is_chosen, may_read, succeeded_at, reconciled_at } = row
  const isOff = !is_chosen || !may_read
  const count = (many: number, search: object, tone?: 'warn' | 'bad') =>
    isOff ? <Blank /> : <Count count={many} {...(canOpen && { search })} {...(tone && { tone })} />
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
      {part === 'stock' ? (
        <BlankFigures />
      ) : (
        <>
          <td data-figure data-extra>
            {count(row.items, itemSearch(part, []))}
          </td>
          <td data-figure>{count(row.tied, itemSearch(part, ['same', 'change', 'tie']))}</td>
          <td data-figure data-extra>
            {count(row.waiting, itemSearch(part, ['ambiguous']), 'warn')}
          </td>
          <td data-figure data-extra>
            {count(row.failed, itemSearch(part, ['invalid']), 'bad')}
          </td>
          <td data-figure data-extra>
            {count(row.partial, partialSearch(part), 'warn')}
          </td>
        </>
      )}
    </tr>
  )
}

/** Stock has no rows to count. */
function BlankFigures() {
  return (
    <>
      <td data-figure data-extra>
        <Blank />
      </td>
      <td data-figure>
        <Blank />
      </td>
      {['waiting', 'failed', 'partial'].map((name) => (
        <td key={name} data-figure data-extra>
          <Blank />
        </td>
      ))}
    </>
  )
}

type CountProps = {
  count: number
  /** The link to the counted rows. Without it the number is plain text. */
  search?: object
  tone?: 'warn' | 'bad'
}

/** A number that links to the rows it counts. */
function Count({ count, search, tone }: CountProps) {
  const format = useFormat()
  if (count === 0) return <span className={classes.quiet}>0</span>
  if (!search) return <span data-tone={tone}>{format.number(count)}</span>
  return (
    <Link className={healthClasses.number} data-tone={tone} to={settingsPath} search={search}>
      {format.number(count)}
    </Link>
  )
}
