import type { NotificationParams } from '@artel/contract/notifications'
import type { Locale } from '@artel/contract/primitives'
import type { AutomaticPush, AutomaticPushes, AutomaticPushesPatch } from '@artel/contract/pushes'
import { type AutomaticKind, automaticKinds, automaticPlaceholders } from '@artel/contract/pushes.line'
import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { findSay } from '../../texts/company-texts.ts'
import { describeNotification, valuesOf } from './notifications.texts.ts'

/** What a company has decided about a kind. */
type AutomaticChoice = Pick<AutomaticPush, 'on' | 'title' | 'body'>
type Choices = Record<AutomaticKind, AutomaticChoice>

/** What the company has decided about each kind, with the defaults where it has not. */
export async function findAutomatics(db: Db): Promise<Choices> {
  const rows = await db.query(sql<AutomaticChoice & { kind: AutomaticKind }>`
    select kind, is_on as "on", title, body from push_automatics where company_id = ${db.companyId}`)
  const kept = new Map(rows.map(({ kind, ...row }) => [kind, row]))
  const all = automaticKinds.map((kind) => [kind, kept.get(kind) ?? { on: true, title: null, body: null }])
  return Object.fromEntries(all) as Choices // each of the kinds
}

const names: Record<Locale, { name: string; reason: string; gift: string; comment: string; actor: string }> =
  {
    ru: {
      ...{ name: 'Набор «Уют», 40 шт.', reason: 'Не вложена открытка', gift: 'За неделю без возвратов' },
      ...{ comment: 'Ждёт у старшего смены', actor: 'Марина Зотова' },
    },
    en: {
      ...{ name: 'Set “Cosy”, 40 pcs', reason: 'The card is missing', gift: 'A week without returns' },
      ...{ comment: 'It waits at the shift lead’s', actor: 'Marina Zotova' },
    },
  }

/** An example of each kind, as whoever tells of it would have it. */
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

/** The same with what the product itself would say. */
export async function getAutomatics(db: Db, language: Locale): Promise<AutomaticPushes> {
  const found = await findAutomatics(db)
  const reader = { language, say: await findSay(db) }
  const all = automaticKinds.map((kind) => {
    const params = exampleOf(kind, language)
    const { actor } = names[language]
    const values = valuesOf(reader, params, actor)
    const example = automaticPlaceholders[kind].map((name) => [name, String(values[name] ?? '')])
    const usual = describeNotification(reader, kind, params, actor)
    return [kind, { ...found[kind], usual, example: Object.fromEntries(example) }]
  })
  return Object.fromEntries(all) as AutomaticPushes // each of the kinds
}

/** Changes those that are sent; whoever else does so at the same time waits. */
export async function setAutomatics(db: Db, patch: AutomaticPushesPatch): Promise<void> {
  await db.company().select('id').forNoKeyUpdate().execute()
  const present = await findAutomatics(db)
  const rows = automaticKinds.flatMap((kind) => {
    const sent = patch[kind]
    if (!sent) return []
    const { on = present[kind].on, title = present[kind].title, body = present[kind].body } = sent
    return [{ kind, is_on: on, title, body }]
  })
  if (rows.length === 0) return
  await db
    .insert('push_automatics', rows)
    .onConflict((conflict) =>
      conflict.columns(['company_id', 'kind']).doUpdateSet((row) => ({
        is_on: row.ref('excluded.is_on'),
        title: row.ref('excluded.title'),
        body: row.ref('excluded.body'),
      })),
    )
    .execute()
}
