import { sql } from 'kysely'
import type { Db } from '../database/db.ts'
import type { Crew } from './history.ts'
import type { Random } from './random.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000
/** The first users are the accounts whose credentials are shown. */
const shown = 3

type Written = { title: string; body: string; url: string | null; days: number }

/** Pushes that admins wrote in the last weeks; `days` is how many days ago. */
const written: readonly Written[] = [
  {
    title: 'Инвентаризация в субботу',
    body: 'Склад закрыт с 10:00 до 14:00. Смена начнётся в 14:00, отметьте приход как обычно.',
    url: null,
    days: 27,
  },
  {
    title: 'Новые наборы к Новому году',
    body: 'Инструкции к «Ёлке» и «Снегирям» уже в каталоге. Прочитайте их до понедельника.',
    url: '/instructions',
    days: 19,
  },
  {
    title: 'В магазине новые товары',
    body: 'Термокружки и пледы вернулись. Монеты можно потратить уже сегодня.',
    url: '/shop',
    days: 12,
  },
  {
    title: 'Выплата сегодня',
    body: 'Зайдите за расчётом до 17:00, паспорт не нужен.',
    url: '/money',
    days: 5,
  },
  {
    title: 'Машина придёт на час раньше',
    body: 'Поставку на Коледино закрываем к 15:00. Кто свободен — помогите с коробами.',
    url: '/supplies',
    days: 1,
  },
]

/** Inserts the pushes of the demo: some sent ones with their results, and a scheduled one. */
export async function insertPushes(db: Db, random: Random, crew: Crew, at: Date): Promise<void> {
  const created_by = crew.leads[0] ?? 0
  for (const { days, ...text } of written) {
    // In working hours of the company, three hours ahead of UTC.
    const day = Math.floor(at.getTime() / dayMs) - days
    const sentAt = new Date(day * dayMs + random.between(7, 12) * hourMs).toISOString()
    const { id } = await db
      .insert('pushes', {
        ...text,
        audience: { all: true },
        send_at: sentAt,
        sent_at: sentAt,
        status: 'sent',
        created_by,
        created_at: sentAt,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await notifyAll(db, random, id, { ...text, sentAt, created_by })
  }
  const send_at = new Date((Math.floor(at.getTime() / dayMs) + 1) * dayMs + 8 * hourMs).toISOString()
  const next = {
    title: 'Завтра фотограф',
    body: 'Снимем команду для сайта в 12:30 у рампы.',
    url: null,
    audience: { types: ['staff' as const] },
    send_at,
    created_by,
    created_at: at.toISOString(),
  }
  await db.insert('pushes', next).execute()
}

type Sent = Pick<Written, 'title' | 'body' | 'url'> & { sentAt: string; created_by: number }

/**
 * Adds the push to the bell of every active user. Most have opened it; somewhat more than half have a device
 * that got it.
 */
async function notifyAll(
  db: Db,
  random: Random,
  id: number,
  { title, body, url, sentAt, created_by }: Sent,
): Promise<void> {
  const users = await db
    .from('users')
    .select('id')
    .where('status', '=', 'active')
    .where('created_at', '<=', sentAt)
    .orderBy('id')
    .execute()
  const rows = users.map((user, place) => {
    // Accounts with shown credentials have no unread notifications.
    const [hasDevice, hasOpened] = [random.isWithin(0.6), random.isWithin(0.85) || place < shown]
    const openedAt = new Date(Date.parse(sentAt) + random.between(2, 600) * 60_000).toISOString()
    return {
      user_id: user.id,
      actor_id: user.id === created_by ? null : created_by,
      kind: 'push',
      params: { id, title, text: body },
      url: url ?? '/',
      created_at: sentAt,
      push_id: id,
      read_at: hasOpened ? openedAt : null,
      has_devices: hasDevice,
      delivered_at: hasDevice && random.isWithin(0.95) ? sentAt : null,
    }
  })
  if (rows.length === 0) return
  await db.insert('notifications', rows).execute()
  await db.query(sql`
    update pushes set targets = told.targets, delivered = told.delivered, failed = told.failed, opened = told.opened
    from (
      select count(*) as targets, count(delivered_at) as delivered, count(read_at) as opened,
        count(*) filter (where has_devices and delivered_at is null) as failed
      from notifications where company_id = ${db.companyId} and push_id = ${id}
    ) as told
    where company_id = ${db.companyId} and id = ${id}`)
}
