import type { FieldTextKey } from '../errors/errors.en.ts'
import type { Locale } from '../shapes/primitives.ts'
import { compileTexts } from './texts.compile.ts'
import { findMisfit, type Shape, shapeOf } from './texts.fit.ts'

// This code parses ICU, so modules that every page loads must not import it.

/** A mistake in a text, as a text at its field. */
export type TextMistake = { key: FieldTextKey; values?: Record<string, string> }

type Read = { shape: Shape } | { mistake: TextMistake }

function read(text: string): Read {
  try {
    const shape = shapeOf(compileTexts({ text }).text)
    return shape ? { shape } : { mistake: { key: 'text_unreadable' } }
  } catch (error) {
    // The message of an error of the parser is the name of its type.
    return { mistake: { key: sentences[(error as Error).message] ?? 'text_unreadable' } }
  }
}

const sentences: Record<string, FieldTextKey> = {
  EXPECT_ARGUMENT_CLOSING_BRACE: 'text_unclosed',
  UNMATCHED_CLOSING_TAG: 'text_bad_tag',
  UNCLOSED_TAG: 'text_bad_tag',
  INVALID_TAG: 'text_bad_tag',
  MISSING_OTHER_CLAUSE: 'text_no_other',
  EMPTY_ARGUMENT: 'text_bad_placeholder',
  MALFORMED_ARGUMENT: 'text_bad_placeholder',
  INVALID_ARGUMENT_TYPE: 'text_bad_placeholder',
  EXPECT_ARGUMENT_TYPE: 'text_bad_placeholder',
  EXPECT_PLURAL_ARGUMENT_SELECTOR_FRAGMENT: 'text_unclosed',
  UNCLOSED_QUOTE_IN_ARGUMENT_STYLE: 'text_unclosed',
  EXPECT_SELECT_ARGUMENT_SELECTOR_FRAGMENT: 'text_unclosed',
}

/**
 * Finds a mistake in a text that replaces `given`: it cannot be parsed, needs other values, lacks a plural of
 * its language, or may be empty. Null: there is none. `given` null: there is nothing to fit.
 */
export function findTextMistake(locale: Locale, text: string, given: string | null): TextMistake | null {
  if (text.trim() === '') return { key: 'required' }
  const own = read(text)
  if ('mistake' in own) return own.mistake
  const base = given === null ? null : read(given)
  const known = base && 'shape' in base ? base.shape : null
  const misfit = known && findMisfit(own.shape, known)
  if (misfit) {
    const { what, ...values } = misfit
    return { key: misfits[what], values }
  }
  const lacking = missingPlural(locale, own.shape, known)
  if (lacking) return { key: 'text_missing_plural', values: lacking }
  return own.shape.canBeEmpty ? { key: 'text_may_be_empty' } : null
}

const misfits = {
  missing: 'text_missing_placeholder',
  unknown: 'text_unknown_placeholder',
  kind: 'text_other_placeholder',
  choice: 'text_missing_choice',
} as const

/** A plural of the language that the text lacks. The text may lack it if the given text lacks it too. */
function missingPlural(
  locale: Locale,
  own: Shape,
  given: Shape | null,
): { name: string; choice: string } | null {
  for (const [name, { choices }] of own.asks) {
    for (const { kind, names } of choices) {
      if (kind === 'select') continue
      const wanted = pluralsOf(locale, kind === 'ordinal' ? 'ordinal' : 'cardinal')
      const spared = given?.asks.get(name)?.choices.filter((known) => known.kind === kind) ?? []
      const choice = wanted.find(
        (one) => !isTold(locale, one, names) && !spared.some((known) => !isTold(locale, one, known.names)),
      )
      if (choice) return { name: `{${name}}`, choice }
    }
  }
  return null
}

const known = new Map<string, readonly string[]>()

/** Cached, because plural rules are slow to create. */
function pluralsOf(locale: Locale, type: 'ordinal' | 'cardinal'): readonly string[] {
  const name = `${locale} ${type}`
  const plurals = known.get(name) ?? new Intl.PluralRules(locale, { type }).resolvedOptions().pluralCategories
  known.set(name, plurals)
  return plurals
}

// In English only 1 has the plural `one`, in Russian 21 has it too.
const isTold = (locale: Locale, plural: string, names: readonly string[]): boolean =>
  names.includes(plural) || (locale === 'en' && plural === 'one' && names.includes('=1'))
