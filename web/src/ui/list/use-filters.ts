import { type DayFilter, type RelativeDays, relativeDays } from '@artel/contract/shapes/days'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../figures/format-context.tsx'
import type { Filter } from './filter-types.ts'

/** Relative days that are offered: for past events (back) and for future ones (ahead). */
const offered = {
  back: ['today', 'yesterday', 'last_7_days', 'this_week', 'this_month', 'last_month'],
  ahead: ['today', 'tomorrow', 'this_week', 'this_month'],
} as const satisfies Record<string, readonly RelativeDays[]>

type Values = { readonly [name: string]: unknown }
type NameOf<All, Value> = {
  [Name in keyof All & string]: Value extends All[Name] ? Name : never
}[keyof All & string]
type DaysOf<All> = keyof All extends infer Name ? (Name extends `${infer Days}_from` ? Days : never) : never
type ValueOf<Wanted> = Wanted extends readonly (infer One)[] ? One : Exclude<Wanted, undefined>

/** Null stands for rows without a value, such as tasks without an assignee. */
type Option<Wanted> = { value: ValueOf<Wanted>; label: string; glyph?: ReactNode }

/** The options of a filter whose values are ids of rows. */
export const rowOptions = (rows: readonly { id: number; name: string }[]) =>
  rows.map(({ id, name }) => ({ value: id, label: name }))

/** Makes the filters of a bar. `values`: those of the list. Each filter changes the value of its name. */
export function useFilters<All extends Values>(values: All, onChange: (values: All) => void) {
  const daysText = useDaysText()
  const t = useTranslations('ui')
  const set = (patch: Values) => onChange({ ...values, ...patch })
  const textsOf = (options: readonly Option<unknown>[]) =>
    options.map((option) => ({ ...option, value: String(option.value) }))
  const many = <Name extends NameOf<All, []>>(
    key: Name,
    name: string,
    options: readonly Option<All[Name]>[],
  ): Filter => ({
    key,
    name,
    kind: 'many',
    options: textsOf(options),
    value: values[key] === undefined ? [] : [values[key]].flat().map(String),
    onChange: (chosen) =>
      set({ [key]: options.map(({ value }) => value).filter((value) => chosen.includes(String(value))) }),
  })
  return {
    /** Only the rows of which it is true. */
    flag: (key: NameOf<All, true>, name: string): Filter => ({
      key,
      name,
      kind: 'flag',
      value: values[key] === true,
      onChange: (isOn) => set({ [key]: isOn || undefined }),
    }),
    one: <Name extends keyof All & string>(
      key: Name,
      name: string,
      options: readonly Option<All[Name]>[],
    ): Filter => ({
      key,
      name,
      kind: 'one',
      options: textsOf(options),
      value: values[key] === undefined ? null : String(values[key]),
      onChange: (chosen) => set({ [key]: options.find(({ value }) => String(value) === chosen)?.value }),
    }),
    many,
    /** Several of some words. */
    words: <Name extends NameOf<All, []>, Word extends ValueOf<All[Name]>>(
      key: Name,
      name: string,
      words: readonly Word[],
      labelOf: (word: Word) => string,
      glyphOf?: (word: Word) => ReactNode,
    ): Filter =>
      many(
        key,
        name,
        words.map((value) => ({ value, label: labelOf(value), glyph: glyphOf?.(value) })),
      ),
    /** The days between `<key>_from` and `<key>_to`. */
    days: (key: DaysOf<All>, name: string, looks: keyof typeof offered): Filter => {
      const [from, to] = [values[`${key}_from`], values[`${key}_to`]]
      const value = { from: typeof from === 'string' ? from : null, to: typeof to === 'string' ? to : null }
      return {
        key,
        name,
        kind: 'days',
        choices: offered[looks].map((days) => ({ value: days, label: t(`days_${days}`) })),
        value,
        text: daysText(value),
        onChange: (chosen) =>
          set({ [`${key}_from`]: chosen.from ?? undefined, [`${key}_to`]: chosen.to ?? undefined }),
      }
    },
  }
}

/** Days in words: those that move with the calendar, or fixed ones. */
function useDaysText(): (days: DayFilter) => string {
  const t = useTranslations('ui')
  const format = useFormat()
  const wordOf = (bound: string) => (isRelative(bound) ? t(`days_${bound}`) : format.date(bound))
  return ({ from, to }) => {
    if (from === null) return to === null ? '' : t('daysUntil', { to: wordOf(to) })
    if (to === null) return t('daysSince', { from: wordOf(from) })
    return from === to ? wordOf(from) : `${wordOf(from)}\u2013${wordOf(to)}`
  }
}

const isRelative = (bound: string): bound is RelativeDays => relativeDays.some((days) => days === bound)
