import type { NotificationParams } from '@artel/contract/notifications/notifications'
import type { NotificationKind } from '@artel/contract/notifications/notifications.line'
import type { Locale } from '@artel/contract/shapes/primitives'
import { isSaid, type Say } from '../../texts/said-texts.ts'

const wordsOfDay = (locale: Locale) =>
  new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', timeZone: 'UTC' })
const dayWords = { en: wordsOfDay('en'), ru: wordsOfDay('ru') }

const signed = (language: Locale, options: Intl.NumberFormatOptions) =>
  new Intl.NumberFormat(language, { signDisplay: 'exceptZero', ...options })
const rouble = {
  style: 'currency',
  currency: 'RUB',
  currencyDisplay: 'narrowSymbol',
  trailingZeroDisplay: 'stripIfInteger',
} as const
const roubles = { en: signed('en', rouble), ru: signed('ru', rouble) }
const coinNumbers = { en: signed('en', {}), ru: signed('ru', {}) }
const coinWords = { en: ['coin', 'coins', 'coins'], ru: ['монета', 'монеты', 'монет'] } as const
const plurals = { en: new Intl.PluralRules('en'), ru: new Intl.PluralRules('ru') }

/** The sum that was given or taken, money before coins: `+500 ₽, +12 монет`. */
function sumInWords(language: Locale, { money = 0, coins = 0 }: NotificationParams): string {
  const [one, few, many] = coinWords[language]
  const word = { one, few, many }[plurals[language].select(Math.abs(Number(coins))) as string] ?? few
  const parts = [
    money !== 0 && roubles[language].format(Number(money) / 100),
    coins !== 0 && `${coinNumbers[language].format(Number(coins))} ${word}`,
  ]
  // The minus sign that is as wide as the plus sign.
  return parts.filter(Boolean).join(', ').replaceAll('-', '−')
}

/** Whether the text comes from the product. The text of a push comes from an admin. */
export const needsSay = ({ kind }: { kind: NotificationKind }): boolean => kind !== 'push'

/** The language of the reader, and the texts of their company. */
export type Reader = { language: Locale; say: Say }

/** The text of a notification; `actor` is the name of the acting person. */
export function describeNotification(
  reader: Reader,
  kind: NotificationKind,
  params: NotificationParams,
  actor: string | undefined,
): { title: string; body: string } {
  if (kind === 'push') return { title: String(params.title), body: String(params.text) }
  const said = valuesOf(reader, params, actor)
  const sentence = (part: 'title' | 'body') =>
    reader.say(reader.language, `notificationWords.${kind}_${part}`, said)
  return { title: sentence('title'), body: sentence('body') }
}

/** The values of the placeholders in a notification, formatted for the reader. */
export function valuesOf(
  { language, say }: Reader,
  params: NotificationParams,
  actor: string | undefined,
): NotificationParams {
  // An id becomes text, because the digits of a number would be grouped.
  const { id, ...values } = params
  const day = typeof values.day === 'string' && { day: dayWords[language].format(new Date(values.day)) }
  const given = sumInWords(language, values)
  const name = `achievementNames.${values.achievement}`
  const achieved = isSaid(name) ? say(language, name) : ''
  const both = [given, values.reason].filter(Boolean).join('. ')
  const told = [values.name, values.comment].filter(Boolean).join('. ')
  // An older notification, or one of a kind that is not counted, has no count, so it is about one thing.
  return { count: 1, ...values, ...day, given, both, told, achieved, id: String(id), actor: actor ?? '—' }
}
