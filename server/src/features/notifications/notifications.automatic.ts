import type { NotificationParams } from '@artel/contract/notifications/notifications'
import type { AutomaticPush, AutomaticPushes, AutomaticPushesPatch } from '@artel/contract/pushes/pushes'
import { type AutomaticKind, automaticKinds, automaticPlaceholders } from '@artel/contract/pushes/pushes.line'
import type { Locale } from '@artel/contract/shapes/primitives'
import { recordOf } from '@artel/contract/shapes/records'
import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { findSay } from '../../texts/company-texts.ts'
import { describeNotification, type Reader, valuesOf } from './notifications.texts.ts'

/** A company's settings of a kind. */
type AutomaticChoice = Pick<AutomaticPush, 'on' | 'title' | 'body'>
type Choices = Record<AutomaticKind, AutomaticChoice>

const untouched: AutomaticChoice = { on: true, title: { en: null, ru: null }, body: { en: null, ru: null } }

/** The company's settings of each kind, with defaults for the kinds that it has not set. */
export async function findAutomatics(db: Db): Promise<Choices> {
  const rows = await db.query(sql<AutomaticChoice & { kind: AutomaticKind }>`
    select kind, is_on as "on", jsonb_build_object('en', title_en, 'ru', title_ru) as title,
      jsonb_build_object('en', body_en, 'ru', body_ru) as body
    from push_automatics where company_id = ${db.companyId}`)
  const kept = new Map(rows.map(({ kind, ...row }) => [kind, row]))
  return recordOf(automaticKinds, (kind) => kept.get(kind) ?? untouched)
}

const names: Record<Locale, { name: string; reason: string; gift: string; comment: string; actor: string }> =
  {
    ru: {
      name: 'Набор «Уют», 40 шт.',
      reason: 'Не вложена открытка',
      gift: 'За неделю без возвратов',
      comment: 'Ждёт у старшего смены',
      actor: 'Марина Зотова',
    },
    en: {
      name: 'Set “Cosy”, 40 pcs',
      reason: 'The card is missing',
      gift: 'A week without returns',
      comment: 'It waits at the shift lead’s',
      actor: 'Marina Zotova',
    },
  }

/** Example params of each kind, in the shape of real ones. */
function exampleOf(kind: AutomaticKind, language: Locale): NotificationParams {
  const { name, reason, gift, comment } = names[language]
  switch (kind) {
    case 'task_assigned':
      return { id: 214, name, count: 1 }
    case 'task_returned':
      return { id: 214, name, reason }
    case 'money_received':
      return { id: 0, of: 'bonus', money: 50_000, coins: 0, reason: gift }
    case 'coins_received':
      return { id: 0, of: 'reward', money: 0, coins: 25, reason: gift }
    case 'order_status':
      return { id: 31, name: language === 'ru' ? 'Термокружка' : 'Travel mug', of: 'delivered', comment }
    case 'achievement':
      return { id: 0, of: 'given', achievement: 'racer', coins: 10, reason: '' }
    case 'workday_end':
      return { id: 0, minutes: 15 }
  }
}

/** The same, with the default texts and example values of each kind. */
export async function getAutomatics(db: Db): Promise<AutomaticPushes> {
  const found = await findAutomatics(db)
  const say = await findSay(db)
  return recordOf(automaticKinds, (kind) => {
    const [en, ru] = [showExample(kind, { language: 'en', say }), showExample(kind, { language: 'ru', say })]
    const usual = { en: en.usual, ru: ru.usual }
    return { ...found[kind], usual, example: { en: en.example, ru: ru.example } }
  })
}

function showExample(kind: AutomaticKind, reader: Reader) {
  const params = exampleOf(kind, reader.language)
  const { actor } = names[reader.language]
  const values = valuesOf(reader, params, actor)
  const example = automaticPlaceholders[kind].map((name) => [name, String(values[name] ?? '')])
  const usual = describeNotification(reader, kind, params, actor)
  return { usual, example: Object.fromEntries(example) }
}

type OwnText = Record<Locale, string | null>
type SentText = string | null | { [Language in Locale]?: string | null | undefined } | undefined

/** A single text applies to both languages. */
function nextText(present: OwnText, sent: SentText): OwnText {
  if (sent === undefined) return present
  if (sent === null || typeof sent === 'string') return { en: sent, ru: sent }
  const { en = present.en, ru = present.ru } = sent
  return { en, ru }
}

/** Updates the given kinds. Concurrent requests wait for each other. @returns the settings before */
export async function setAutomatics(db: Db, patch: AutomaticPushesPatch): Promise<Choices> {
  await db.company().select('id').forNoKeyUpdate().execute()
  const present = await findAutomatics(db)
  const rows = automaticKinds.flatMap((kind) => {
    const sent = patch[kind]
    if (!sent) return []
    const title = nextText(present[kind].title, sent.title)
    const body = nextText(present[kind].body, sent.body)
    return [
      {
        kind,
        is_on: sent.on ?? present[kind].on,
        title_en: title.en,
        title_ru: title.ru,
        body_en: body.en,
        body_ru: body.ru,
      },
    ]
  })
  if (rows.length === 0) return present
  await db
    .insert('push_automatics', rows)
    .onConflict((conflict) =>
      conflict.columns(['company_id', 'kind']).doUpdateSet((row) => ({
        is_on: row.ref('excluded.is_on'),
        title_en: row.ref('excluded.title_en'),
        title_ru: row.ref('excluded.title_ru'),
        body_en: row.ref('excluded.body_en'),
        body_ru: row.ref('excluded.body_ru'),
      })),
    )
    .execute()
  return present
}
