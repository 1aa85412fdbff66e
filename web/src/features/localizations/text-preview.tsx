import type { Locale } from '@artel/contract/shapes/primitives'
import { shapeOf } from '@artel/contract/texts/texts.fit'
import format from 'icu-minify/format'
import { Fragment, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import classes from './text-preview.module.css'
import { useTextReader } from './use-text-reader.ts'

/** One number for each plural form of the language. */
const numbers: Record<Locale, readonly number[]> = { ru: [1, 3, 5], en: [1, 5] }
const maxLines = 6

const formatters = {
  getNumberFormat: (...how: ConstructorParameters<typeof Intl.NumberFormat>) => new Intl.NumberFormat(...how),
  getDateTimeFormat: (...how: ConstructorParameters<typeof Intl.DateTimeFormat>) =>
    new Intl.DateTimeFormat(...how),
  getPluralRules: (...how: ConstructorParameters<typeof Intl.PluralRules>) => new Intl.PluralRules(...how),
}

/** The text as pages show it, with sample values in place of the placeholders. */
export function TextPreview({ locale, text }: { locale: Locale; text: string }) {
  const t = useTranslations('localizations')
  const reader = useTextReader()
  if (!reader || text === '') return null
  const lines = drawLines(reader.compileTexts, locale, text)
  if (lines && lines.length === 1 && lines[0] === text) return null
  return (
    <div className={classes.preview}>
      <span className={classes.name}>{t('preview')}</span>
      {lines ? (
        <ul className={classes.lines} lang={locale}>
          {lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines of one text never change their places
            <li key={index}>{line}</li>
          ))}
        </ul>
      ) : (
        <span>{t('previewBroken')}</span>
      )}
    </div>
  )
}

type Compile = NonNullable<ReturnType<typeof useTextReader>>['compileTexts']

function drawLines(compile: Compile, locale: Locale, text: string): ReactNode[] | null {
  try {
    const compiled = compile({ text }).text ?? ''
    const shape = shapeOf(compiled)
    if (!shape) return null
    const asks = [...shape.asks]
    const longest = Math.max(
      1,
      ...asks.map(([, ask]) =>
        ask.choices[0]?.kind === 'select'
          ? ask.choices[0].names.length
          : ask.choices.length > 0
            ? numbers[locale].length
            : 1,
      ),
    )
    return Array.from({ length: Math.min(longest, maxLines) }, (_, line) => {
      const values = Object.fromEntries(asks.map(([name, ask]) => [name, sampleOf(name, ask, locale, line)]))
      // There is a sample value for each placeholder of the text, so the casts hold.
      return drawn(format(compiled, locale, values as never, { formatters } as never))
    })
  } catch {
    return null
  }
}

type Ask = NonNullable<ReturnType<typeof shapeOf>>['asks'] extends Map<string, infer One> ? One : never

function sampleOf(name: string, { kinds, choices }: Ask, locale: Locale, line: number): unknown {
  if (kinds.has('tag')) return (chunks: ReactNode[]) => <b key={name}>{drawn(chunks)}</b>
  const [choice] = choices
  if (choice?.kind === 'select') return choice.names[line % choice.names.length] ?? 'other'
  if (kinds.has('plural') || kinds.has('ordinal') || kinds.has('number'))
    return numbers[locale][line % numbers[locale].length] ?? 1
  if (kinds.has('date') || kinds.has('time')) return new Date()
  return `‹${name}›`
}

function drawn(parts: unknown): ReactNode {
  if (!Array.isArray(parts)) return parts as ReactNode // a text, or the element of a tag
  // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text never change their places
  return parts.map((part, index) => <Fragment key={index}>{part}</Fragment>)
}
