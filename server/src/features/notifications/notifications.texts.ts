import type { NotificationParams } from '@artel/contract/notifications'
import type { NotificationKind } from '@artel/contract/notifications.line'
import type { Locale } from '@artel/contract/primitives'
import { createTranslator } from 'use-intl/core'
import { isSaid, type Say } from '../../texts/said-texts.ts'

type Texts = Record<NotificationKind, { title: string; body: string }>

const en: Texts = {
  task_assigned: {
    title: '{count, plural, =1 {Task {id} is yours} other {# tasks are yours}}',
    body: '{count, plural, =1 {{name}} other {Given by {actor}}}',
  },
  task_returned: { title: 'Task {id} came back', body: '{name}: {reason}' },
  task_comment: { title: '{actor} on task {id}', body: '{text}' },
  task_review: { title: 'Task {id} is up for review', body: '{name}' },
  shift_closed: {
    title: 'When did you leave on {day}?',
    body: 'You did not clock out, so the shift was ended for you. Confirm the end or name another',
  },
  shift_proposed: { title: '{actor} names another end of shift', body: '{day}' },
  shift_changed: { title: 'Your hours have changed', body: '{day}. By: {actor}' },
  workday_end: {
    title:
      '{minutes, plural, one {The working day ends in # minute} other {The working day ends in # minutes}}',
    body: 'Finish what you are at and clock out',
  },
  money_received: {
    title:
      '{of, select, task {Task accepted} reward {Reward} bonus {Bonus} fine {Fine} payout {Payout} reversal {Entry taken back} other {Balance adjusted}}: {given}',
    body: '{reason}',
  },
  coins_received: {
    title:
      '{of, select, task {Task accepted} reward {Reward} bonus {Bonus} fine {Fine} reversal {Entry taken back} other {Coins adjusted}}: {given}',
    body: '{reason}',
  },
  achievement: {
    title: '{of, select, revoked {Achievement taken back} other {Achievement}}: {achieved}',
    body: '{both}',
  },
  order_created: {
    title: '{actor} orders: {name}',
    body: '{quantity, plural, one {# piece} other {# pieces}}. Order No. {id}',
  },
  order_status: {
    title:
      '{of, select, pending {Order No. {id} waits again} processing {Order No. {id} is being prepared} delivered {Order No. {id} is handed over} cancelled {Order No. {id} is cancelled} other {{actor} on order No. {id}}}',
    body: '{told}',
  },
  wish_in_stock: {
    title: '{name} is in the shop again',
    body: 'It costs {price, plural, one {# coin} other {# coins}}',
  },
  instruction_to_read: {
    title: 'Please read: {name}',
    body: '{revision, plural, =1 {Read it and say that you have} other {It has changed. Read it again and say that you have}}',
  },
  ledger_fault: {
    title: 'Balances do not add up',
    body: '{count, plural, one {The entries of # account} other {The entries of # accounts}} lead to another balance. See Money',
  },
  push: { title: '{title}', body: '{text}' },
  push_fault: {
    title: 'Pushes do not go out',
    body: '{host} refuses what Artel signs. The bell has everything; whoever runs this installation should look at its clock and its keys',
  },
  stats_fault: {
    title: 'Figures were corrected',
    body: 'The nightly check found {count, plural, one {# sum that differed} other {# sums that differed}} from the rows behind, and counted anew',
  },
}

const ru: Texts = {
  task_assigned: {
    title:
      '{count, plural, =1 {Вам поручена задача {id}} one {Вам поручена # задача} few {Вам поручены # задачи} many {Вам поручено # задач} other {Вам поручено # задачи}}',
    body: '{count, plural, =1 {{name}} other {Кто поручил: {actor}}}',
  },
  task_returned: { title: 'Задача {id} возвращена', body: '{name}: {reason}' },
  task_comment: { title: '{actor} о задаче {id}', body: '{text}' },
  task_review: { title: 'Задача {id} ждёт проверки', body: '{name}' },
  shift_closed: {
    title: 'Когда вы ушли {day}?',
    body: 'Вы не отметили уход, и смена завершена за вас. Подтвердите время или укажите другое',
  },
  shift_proposed: { title: '{actor} называет другой конец смены', body: '{day}' },
  shift_changed: { title: 'Ваши часы изменены', body: '{day}. Кто изменил: {actor}' },
  workday_end: {
    title:
      '{minutes, plural, one {До конца рабочего дня # минута} few {До конца рабочего дня # минуты} many {До конца рабочего дня # минут} other {До конца рабочего дня # минуты}}',
    body: 'Закончите начатое и отметьте уход',
  },
  money_received: {
    title:
      '{of, select, task {Задача принята} reward {Награда} bonus {Премия} fine {Штраф} payout {Выплата} reversal {Запись отменена} other {Корректировка}}: {given}',
    body: '{reason}',
  },
  coins_received: {
    title:
      '{of, select, task {Задача принята} reward {Награда} bonus {Премия} fine {Штраф} reversal {Запись отменена} other {Корректировка}}: {given}',
    body: '{reason}',
  },
  achievement: {
    title: '{of, select, revoked {Достижение отозвано} other {Достижение}}: {achieved}',
    body: '{both}',
  },
  order_created: {
    title: 'Новый заказ: {name}',
    body: '{actor}, {quantity, plural, one {# штука} few {# штуки} many {# штук} other {# штуки}}. Заказ № {id}',
  },
  order_status: {
    title:
      '{of, select, pending {Заказ № {id} снова ждёт} processing {Заказ № {id} готовят} delivered {Заказ № {id} выдан} cancelled {Заказ № {id} отменён} other {{actor} о заказе № {id}}}',
    body: '{told}',
  },
  wish_in_stock: {
    title: 'Снова в магазине: {name}',
    body: 'Цена — {price, plural, one {# монета} few {# монеты} many {# монет} other {# монеты}}',
  },
  instruction_to_read: {
    title: 'Прочитайте: {name}',
    body: '{revision, plural, =1 {Прочитайте инструкцию и отметьте это} other {Инструкция изменилась. Прочитайте её заново и отметьте это}}',
  },
  ledger_fault: {
    title: 'Остатки не сходятся',
    body: 'Записи {count, plural, one {# счёта} few {# счетов} many {# счетов} other {# счёта}} дают другой остаток. Смотрите «Деньги»',
  },
  push: { title: '{title}', body: '{text}' },
  push_fault: {
    title: 'Пуши не уходят',
    body: '{host} не принимает подпись Артели. В колокольчике есть всё; тому, кто держит эту установку, стоит проверить её часы и ключи',
  },
  stats_fault: {
    title: 'Показатели исправлены',
    body: 'Ночная проверка нашла {count, plural, one {# сумму, которая расходилась} few {# суммы, которые расходились} many {# сумм, которые расходились} other {# суммы, которые расходились}} со своими строками, и пересчитала',
  },
}

const translators = {
  en: createTranslator({ locale: 'en', messages: en }),
  ru: createTranslator({ locale: 'ru', messages: ru }),
}

const wordsOfDay = (locale: Locale) =>
  new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', timeZone: 'UTC' })
const dayWords = { en: wordsOfDay('en'), ru: wordsOfDay('ru') }

const signed = (language: Locale, options: Intl.NumberFormatOptions) =>
  new Intl.NumberFormat(language, { signDisplay: 'exceptZero', ...options })
const rouble = {
  ...({ style: 'currency', currency: 'RUB', currencyDisplay: 'narrowSymbol' } as const),
  trailingZeroDisplay: 'stripIfInteger',
} as const
const roubles = { en: signed('en', rouble), ru: signed('ru', rouble) }
const coinNumbers = { en: signed('en', {}), ru: signed('ru', {}) }
const coinWords = { en: ['coin', 'coins', 'coins'], ru: ['монета', 'монеты', 'монет'] } as const
const plurals = { en: new Intl.PluralRules('en'), ru: new Intl.PluralRules('ru') }

/** What was given or taken, money before coins: `+500 ₽, +12 монет`. */
function sumInWords(language: Locale, { money = 0, coins = 0 }: NotificationParams): string {
  const [one, few, many] = coinWords[language]
  const word = { one, few, many }[plurals[language].select(Math.abs(Number(coins))) as string] ?? few
  const parts = [
    money !== 0 && roubles[language].format(Number(money) / 100),
    coins !== 0 && `${coinNumbers[language].format(Number(coins))} ${word}`,
  ]
  // The sign that stands as wide as the plus.
  return parts.filter(Boolean).join(', ').replaceAll('-', '−')
}

/** Whether the words of such a notification hold a text that companies may say in their own way. */
export const needsSay = ({ kind }: { kind: NotificationKind }): boolean => kind === 'achievement'

/** Who reads it, and how their company says things. */
type Reader = { language: Locale; say: Say }

/** A notification in words; `actor` is the name of who did it. */
export function describeNotification(
  reader: Reader,
  kind: NotificationKind,
  params: NotificationParams,
  actor: string | undefined,
): { title: string; body: string } {
  const said = valuesOf(reader, params, actor)
  // Each kind's own values are known to whoever tells of it.
  const translate = translators[reader.language] as unknown as (
    key: string,
    values: NotificationParams,
  ) => string
  return { title: translate(`${kind}.title`, said), body: translate(`${kind}.body`, said) }
}

/** What the words of a notification may name, in words themselves. */
export function valuesOf(
  { language, say }: Reader,
  params: NotificationParams,
  actor: string | undefined,
): NotificationParams {
  // Numbers of tasks are names and not counts: as text they are not grouped.
  const { id, ...values } = params
  const day = typeof values.day === 'string' && { day: dayWords[language].format(new Date(values.day)) }
  const given = sumInWords(language, values)
  const name = `achievementNames.${values.achievement}`
  const achieved = isSaid(name) ? say(language, name) : ''
  const both = [given, values.reason].filter(Boolean).join('. ')
  const told = [values.name, values.comment].filter(Boolean).join('. ')
  return { ...values, ...day, given, both, told, achieved, id: String(id), actor: actor ?? '—' }
}
