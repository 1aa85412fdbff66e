import { sql } from 'kysely'
import type { Db } from '../database/db.ts'
import { writePublication } from '../features/localizations/localizations.ts'

type Said = { key: string; ru: string; en: string | null }

const dayMs = 86_400_000

/** The company's own texts. Each list was published together, `days` ago. */
const published: readonly { days: number; texts: readonly Said[] }[] = [
  {
    days: 12,
    texts: [
      {
        key: 'errors.barcode_unknown',
        ru: 'Такого штрихкода у нас нет. Положите вещь на красную полку и позовите старшего смены',
        en: 'We have no such barcode. Put the thing on the red shelf and call the shift lead',
      },
      {
        key: 'notificationWords.workday_end_body',
        ru: 'Уберите место, верните сканер на зарядку и отметьте уход',
        en: 'Tidy your place up, put the scanner back on its charger and clock out',
      },
      {
        key: 'orders.emptyOwnText',
        ru: 'Здесь будет видно, что вы купили. Забрать можно у Марины после 17:00',
        en: 'What you have bought will stand here. Marina hands it over after 5 p.m.',
      },
    ],
  },
  {
    days: 5,
    texts: [
      { key: 'achievementNames.hard_worker', ru: 'Пчела', en: 'Busy bee' },
      {
        key: 'instructions.emptyTextStaff',
        ru: 'Здесь появится, как мы упаковываем и снимаем',
        en: null,
      },
    ],
  },
]
/** Changed yesterday and not yet published. */
const draft: Said = {
  key: 'errors.instruction_unread',
  ru: 'Сначала прочитайте «{title}», потом берите задачу',
  en: 'Read “{title}” first, then take the task',
}

/**
 * Inserts the company's own texts of the demo. Inserts none if the default texts are not yet in the database,
 * as when a command loads the demo.
 */
export async function insertTexts(db: Db, by: number, at: Date): Promise<void> {
  const daysAgo = (days: number) => new Date(at.getTime() - days * dayMs).toISOString()
  for (const { days, texts } of published) {
    const stamp = { at: daysAgo(days), by }
    if ((await insertOwn(db, texts, stamp)) === 0) return
    await db.update('localizations', { published_en: sql`en`, published_ru: sql`ru` }).execute()
    await writePublication(db, { restores: null, isChanged: true }, stamp)
  }
  await insertOwn(db, [draft], { at: daysAgo(1), by })
  await db.query(sql`
    insert into localization_states (company_id, through_id)
    select ${db.companyId}, coalesce(max(id), 0) from default_texts`)
}

type Stamp = { at: string; by: number }

/** @returns the number of texts whose keys are default texts */
async function insertOwn(db: Db, texts: readonly Said[], { at, by }: Stamp): Promise<number> {
  const rows = await db.query(sql`
    insert into localizations (company_id, id, key, is_custom, en, ru, updated_at, updated_by)
    select ${db.companyId}, given.id, given.key, false, said.en, said.ru, ${at}, ${by}
    from jsonb_to_recordset(${JSON.stringify(texts)}::jsonb) as said (key text, en text, ru text)
    join default_texts as given on given.key = said.key collate "C"
    order by given.id
    returning id`)
  return rows.length
}
