import { VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../../ui/figures/format-context.tsx'
import { useWeekdays } from '../use-weekdays.ts'
import { type HeatCell, hoursOf, isAfterGap, shadeOf } from './heat.ts'
import classes from './heat-map.module.css'

const shades = [0, 1, 2, 3, 4, 5] as const

type HeatMapProps = {
  label: string
  cells: readonly HeatCell[]
  /** Weekday numbers; Monday is 1. */
  weekdays: readonly number[]
  onOpen: (weekday: number, hour: number) => void
}

/**
 * Weekdays by hours; a darker cell means more people.
 * On a phone the hours are rows, so that cells fit a thumb.
 */
export function HeatMap({ label, cells, weekdays, onOpen }: HeatMapProps) {
  const isPhone = useMediaQuery('(max-width: 700px)', undefined, { getInitialValueInEffect: false })
  const { short } = useWeekdays()
  const hours = hoursOf(cells)
  const most = Math.max(0, ...cells.map(({ people }) => people))
  const found = new Map(cells.map((cell) => [`${cell.weekday} ${cell.hour}`, cell.people]))
  const cell = (weekday: number, hour: number, isFirst: boolean) => {
    const hasGap = !isPhone && isAfterGap(hours, hours.indexOf(hour))
    const people = found.get(`${weekday} ${hour}`) ?? 0
    return (
      <Cell
        key={`${weekday} ${hour}`}
        weekday={weekday}
        hour={hour}
        people={people}
        most={most}
        isFirst={isFirst}
        hasGap={hasGap}
        onOpen={onOpen}
      />
    )
  }
  const hourName = (hour: number) => String(hour).padStart(2, '0')
  return (
    <>
      <table className={classes.map} onKeyDown={goOn}>
        <caption>
          <VisuallyHidden>{label}</VisuallyHidden>
        </caption>
        <thead>
          <tr>
            <td />
            {(isPhone ? weekdays : hours).map((column, index) => (
              <th key={column} scope="col" data-gap={(!isPhone && isAfterGap(hours, index)) || undefined}>
                {isPhone ? short(column) : hourName(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(isPhone ? hours : weekdays).map((row, rowIndex) => (
            <tr key={row} data-gap={(isPhone && isAfterGap(hours, rowIndex)) || undefined}>
              <th scope="row">{isPhone ? hourName(row) : short(row)}</th>
              {(isPhone ? weekdays : hours).map((column, index) =>
                isPhone
                  ? cell(column, row, rowIndex + index === 0)
                  : cell(row, column, rowIndex + index === 0),
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <Legend most={most} />
    </>
  )
}

type CellProps = HeatCell & {
  most: number
  isFirst: boolean
  hasGap: boolean
  onOpen: HeatMapProps['onOpen']
}

function Cell({ weekday, hour, people, most, isFirst, hasGap, onOpen }: CellProps) {
  const t = useTranslations('stats')
  const format = useFormat()
  const { long } = useWeekdays()
  const name = t('heatCell', {
    weekday: long(weekday),
    from: hour,
    to: hour + 1,
    people: format.number(people, { decimals: people % 1 === 0 ? 0 : 1 }),
  })
  return (
    <td data-gap={hasGap || undefined}>
      <button
        type="button"
        className={classes.cell}
        data-shade={shadeOf(people, most)}
        aria-label={name}
        title={name}
        // The grid is one tab stop. Arrow keys move inside it.
        tabIndex={isFirst ? 0 : -1}
        onClick={() => onOpen(weekday, hour)}
      />
    </td>
  )
}

function Legend({ most }: { most: number }) {
  const t = useTranslations('stats')
  const format = useFormat()
  return (
    <p className={classes.legend}>
      <span>{t('heatNobody')}</span>
      {shades.map((shade) => (
        <span key={shade} className={classes.shade} data-shade={shade} />
      ))}
      <span>{t('heatMost', { people: format.number(most, { decimals: most % 1 === 0 ? 0 : 1 }) })}</span>
    </p>
  )
}

const steps: Partial<Record<string, readonly [number, number]>> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
}

function goOn(event: KeyboardEvent<HTMLTableElement>): void {
  const step = steps[event.key]
  const cell = document.activeElement?.closest('td')
  const row = cell?.parentElement
  if (!step || !cell || !(row instanceof HTMLTableRowElement)) return
  event.preventDefault()
  const [down, across] = step
  const next = event.currentTarget.rows[row.rowIndex + down]?.cells[cell.cellIndex + across]
  next?.querySelector('button')?.focus()
}
