import type { NotificationParams } from '@artel/contract/notifications'
import type { NotificationKind } from '@artel/contract/notifications.line'
import type { Locale } from '@artel/contract/primitives'
import { createTranslator } from 'use-intl/core'

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
}

const translators = {
  en: createTranslator({ locale: 'en', messages: en }),
  ru: createTranslator({ locale: 'ru', messages: ru }),
}

const wordsOfDay = (locale: Locale) =>
  new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', timeZone: 'UTC' })
const dayWords = { en: wordsOfDay('en'), ru: wordsOfDay('ru') }

/** A notification in words; `actor` is the name of who did it. */
export function describeNotification(
  language: Locale,
  kind: NotificationKind,
  params: NotificationParams,
  actor: string | undefined,
): { title: string; body: string } {
  // Numbers of tasks are names and not counts: as text they are not grouped. Each kind's own values are known to
  // whoever tells of it.
  const { id, ...values } = params
  const translate = translators[language] as unknown as (key: string, values: NotificationParams) => string
  const day = typeof values.day === 'string' && { day: dayWords[language].format(new Date(values.day)) }
  const said = { ...values, ...day, id: String(id), actor: actor ?? '—' }
  return { title: translate(`${kind}.title`, said), body: translate(`${kind}.body`, said) }
}
