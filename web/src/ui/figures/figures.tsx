import { VisuallyHidden } from '@mantine/core'
import clsx from 'clsx'
import { useTranslations } from 'use-intl'
import { CoinGlyph } from './coin-glyph.tsx'
import classes from './figures.module.css'
import type { MoneyOptions } from './format.ts'
import { useFormat } from './format-context.tsx'

/** Stands for a missing value. Zero is not missing. */
export function Blank() {
  return <span className={classes.quiet}>—</span>
}

/** `role`: only balances are red below zero; `change` shows a plus in green. */
type MoneyProps = MoneyOptions & { value: number | null; role?: 'sum' | 'change' | 'balance' }

/** Kopecks as roubles. */
export function Money({ value, role = 'sum', ...options }: MoneyProps) {
  const format = useFormat()
  if (value === null) return <Blank />
  const isChange = role === 'change'
  const tone = isChange && value > 0 ? classes.plus : role === 'balance' && value < 0 && classes.negative
  return (
    <span className={clsx(classes.figure, tone)}>
      {format.money(value, { ...options, sign: options.sign ?? isChange })}
    </span>
  )
}

/** `emphasis`: balances and totals in the colour of coins; in rows they are muted. `sign`: a green plus. */
export function Coins({
  value,
  emphasis = false,
  sign = false,
}: {
  value: number
  emphasis?: boolean
  sign?: boolean
}) {
  const t = useTranslations('ui')
  const format = useFormat()
  return (
    <span className={clsx(classes.coins, emphasis && classes.emphasis, sign && value > 0 && classes.plus)}>
      <CoinGlyph />
      <span aria-hidden="true">{format.coins(value, { sign })}</span>
      <VisuallyHidden>{t('coins', { count: value })}</VisuallyHidden>
    </span>
  )
}

type DurationProps = {
  seconds: number | null
  /** How many of the largest units are shown; two in rows. */
  units?: number
  /** `bad`: over the norm; `quiet`: the norm itself, if no time has been spent yet. */
  tone?: 'plain' | 'bad' | 'quiet'
}

export function Duration({ seconds, units = 2, tone = 'plain' }: DurationProps) {
  const format = useFormat()
  if (seconds === null) return <Blank />
  return (
    <span className={clsx(classes.figure, tone !== 'plain' && classes[tone])}>
      {format.duration(seconds, { units })}
    </span>
  )
}

/** **96** / 120 */
export function DoneOf({ done, total }: { done: number; total: number }) {
  const t = useTranslations('ui')
  const format = useFormat()
  return (
    <span className={classes.figure}>
      <span aria-hidden="true">
        <b className={classes.done}>{format.number(done)}</b>
        <span className={classes.quiet}> / {format.number(total)}</span>
      </span>
      <VisuallyHidden>
        {t('doneOf', { done: format.number(done), total: format.number(total) })}
      </VisuallyHidden>
    </span>
  )
}

const asBalance = { role: 'balance' } as const

/** A balance in kopecks, written as roubles; red if it is a debt. */
export const Balance = (props: Omit<MoneyProps, 'role'>) => <Money {...props} {...asBalance} />
