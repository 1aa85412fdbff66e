import { IconClockExclamation, IconClockPlus } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import classes from './team-marks.module.css'

const icon = { size: 14, stroke: 1.8, 'aria-hidden': true } as const

// Hidden from screen readers, because the label of the cell says what the mark means.
export const LateMark = () => <IconClockExclamation className={classes.late} {...icon} />
export const OvertimeMark = () => <IconClockPlus className={classes.overtime} {...icon} />
export const DoubtMark = () => <span className={classes.doubt} aria-hidden="true" />

/** The legend of the marks. */
export function TeamLegend() {
  const t = useTranslations('teamHours')
  const marks = [
    ['late', <LateMark key="late" />],
    ['overtime', <OvertimeMark key="overtime" />],
    ['unconfirmed', <DoubtMark key="doubt" />],
  ] as const
  return (
    <ul className={classes.legend}>
      {marks.map(([name, mark]) => (
        <li key={name}>
          {mark} {t(name)}
        </li>
      ))}
    </ul>
  )
}
