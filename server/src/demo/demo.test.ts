import { join } from 'node:path'
import { findMistakes, legalEntityTypes } from '@artel/contract/legal-entities/legal-entities.rules'
import { orderStatuses } from '@artel/contract/orders/orders.line'
import { supplyStatuses } from '@artel/contract/supplies/supplies.line'
import { taskStatuses } from '@artel/contract/tasks/tasks.line'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { openPool, openRoot, type Root } from '../database/connection/open.ts'
import { Db } from '../database/db.ts'
import { bringDefaults } from '../features/localizations/localizations.ts'
import type { MediaStore } from '../features/multimedia/multimedia.ts'
import { openUploads } from '../files/uploads.ts'
import { openDisk } from '../storage/disk.ts'
import { openTestDatabase } from '../testing/database.ts'
import { findSay } from '../texts/company-texts.ts'
import { loadDemo } from './demo.ts'
import { demoPeople } from './people.ts'

// Default texts for the keys that the demo replaces.
const textsOf = (plain: string) =>
  Object.fromEntries([
    ...[
      'errors.barcode_unknown',
      'notificationWords.workday_end_body',
      'orders.emptyOwnText',
      'achievementNames.hard_worker',
      'instructions.emptyTextStaff',
      'ui.none',
    ].map((key) => [key, plain]),
    ['errors.instruction_unread', `${plain} {title}`],
  ])
const textsOfCode = { locales: { en: textsOf('Plain'), ru: textsOf('Просто') }, etag: '"1"' }

// The demo company is loaded only into an empty database, so these tests have a separate one.
describe.skipIf(process.env.TEST_DATABASE_URL)('the demo company', () => {
  let root: Root
  let close: () => Promise<void>
  let places: MediaStore

  beforeAll(async () => {
    const database = await openTestDatabase()
    root = openRoot(openPool(database.connection, () => {}, 10_000))
    const uploads = await openUploads(inject('dataDir'))
    places = { storage: openDisk(join(inject('dataDir'), 'demo-media')), uploads }
    close = async () => {
      await uploads.close()
      await root.destroy()
      await database.close()
    }
  })
  afterAll(() => close())

  test('is loaded only once by two concurrent loads', async () => {
    await bringDefaults(root, textsOfCode)
    const [first, second] = await Promise.all([loadDemo(root, places), loadDemo(root, places)])
    expect(first).toEqual(second)
    expect(first).toContain('owner: owner@artel.demo, artel-demo-2026')
    const { rows } = await sql<{ companies: number; people: number }>`
      select (select count(*) from companies) as companies, (select count(*) from users) as people`.execute(
      root,
    )
    expect(rows[0]).toEqual({ companies: 1, people: demoPeople.length })
    // Making photos takes long on a slow machine.
  }, 180_000)

  test('has shown accounts whose users set their logins, and others set by an owner or admin', async () => {
    const { rows } = await sql<{ email: string; type: string; is_own: boolean; is_whole: boolean }>`
      select login.email, setter.type, login.email_set_by = login.user_id as is_own,
        login.password_set_by is not distinct from
          case when login.password_hash is not null then login.email_set_by end as is_whole
      from logins login
        join users setter on setter.company_id = login.company_id and setter.id = login.email_set_by
      order by login.user_id`.execute(root)
    expect(rows).toHaveLength(demoPeople.length)
    expect(rows.slice(0, 5)).toEqual([
      { email: 'owner@artel.demo', type: 'owner', is_own: true, is_whole: true },
      { email: 'admin@artel.demo', type: 'admin', is_own: true, is_whole: true },
      { email: 'staff@artel.demo', type: 'staff', is_own: true, is_whole: true },
      { email: 'o.panin@artel.demo', type: 'owner', is_own: false, is_whole: true },
      { email: 'staff2@artel.demo', type: 'admin', is_own: false, is_whole: true },
    ])
    expect(new Set(rows.map(({ is_whole }) => is_whole))).toEqual(new Set([true]))
  })

  test('has tasks in every status over three months, with times that add up', async () => {
    const { rows } = await sql<{ statuses: string[]; days: number; running: number; wrong: number }>`
      select array_agg(distinct status) as statuses, count(*) filter (where status = 'in_progress') as running,
        extract(day from max(started_at) - min(started_at))::int as days,
        count(*) filter (where spent_seconds <> (
          select coalesce(sum(seconds - break_seconds), 0) from task_times t where t.company_id = tasks.company_id and t.task_id = tasks.id
        )) as wrong
      from tasks`.execute(root)
    const [found] = rows
    expect(found?.statuses.toSorted()).toEqual([...taskStatuses].toSorted())
    expect(found?.days).toBeGreaterThan(85)
    expect(found?.running).toBeGreaterThan(5)
    expect(found?.wrong).toBe(0)
  })

  test('has supplies in every status and the trash, boxes in every state and correct counts', async () => {
    const { rows } = await sql<{ statuses: string[]; deleted: number; boxes: unknown; wrong: number }>`
      select array_agg(distinct status) as statuses, count(deleted_at)::int as deleted,
        (select jsonb_build_object('sealed', bool_or(sealed_at is not null), 'begun',
          bool_or(sealed_at is null and units_count > 0), 'empty', bool_or(units_count = 0)) from supply_boxes) as boxes,
        (select count(*)::int from supply_products as counted where packed <> (
          select coalesce(sum(quantity), 0) from supply_box_items as item
          where item.supply_id = counted.supply_id and item.product_id = counted.product_id
        ) or packed <> (
          select coalesce(sum(quantity), 0) from supply_scans as scan
          where scan.supply_id = counted.supply_id and scan.product_id = counted.product_id
        )) as wrong,
        (select array_agg(closed_at is not null order by number) from supply_pallets where deleted_at is null) as pallets
      from supplies`.execute(root)
    expect({ ...rows[0], statuses: rows[0]?.statuses.toSorted() }).toEqual({
      statuses: [...supplyStatuses].toSorted(),
      deleted: 1,
      wrong: 0,
      pallets: [true, false],
      boxes: { sealed: true, begun: true, empty: true },
    })
  })

  test('has a user whose scans count toward the task in progress', async () => {
    const { rows } = await sql<Record<'user' | 'quantity_done' | 'scanned' | 'room' | 'status', unknown>>`
      select (select email from logins where user_id = t.user_id) as user, t.quantity_done, supply.status,
        (select sum(task_quantity)::int from supply_scans where task_id = t.id) as scanned,
        counted.planned - counted.packed >= t.quantity - t.quantity_done as room
      from tasks t
        join supplies supply on supply.company_id = t.company_id and supply.id = t.supply_id
        join supply_products counted on counted.supply_id = t.supply_id and counted.product_id = t.product_id
      where t.status = 'in_progress'`.execute(root)
    const [found] = rows
    expect(rows).toHaveLength(1)
    expect(found).toMatchObject({ user: 'staff@artel.demo', status: 'packing', room: true })
    expect(found?.scanned).toBe(found?.quantity_done)
    expect(found?.scanned).toBeGreaterThan(3)
  })

  test('has ledgers in which all done tasks are paid and no balance is negative', async () => {
    const { rows } = await sql<Record<'uncredited' | 'kinds' | 'below', unknown>>`
      select (select count(*) from tasks where status = 'done' and money * quantity_done >= quantity and user_id is not null and not exists (
          select from ledger_entries where kind = 'task' and source_id = tasks.id and ledger = 'money'
            and amount = tasks.money * tasks.quantity_done / tasks.quantity
        )) as uncredited,
        (select array_agg(distinct kind order by kind) from ledger_entries) as kinds,
        (select count(*) from ledger_entries where balance < 0) as below`.execute(root)
    expect(rows[0]).toEqual({
      uncredited: 0,
      kinds: ['achievement', 'payout', 'purchase', 'refund', 'reward', 'task'],
      below: 0,
    })
  })

  test('has a shop with orders in every status over months, sold-out, hidden and wished items', async () => {
    const { rows } = await sql<Record<'statuses' | 'orders' | 'days' | 'wrong' | 'items', unknown>>`
      select array_agg(distinct status order by status) as statuses, count(*)::int as orders,
        extract(day from max(created_at) - min(created_at))::int as days,
        count(*) filter (where status_at > now() or (
          select sum(amount) from ledger_entries where source_type = 'order' and source_id = orders.id
        ) <> case status when 'cancelled' then 0 else -total end)::int as wrong,
        (select jsonb_build_object('sold_out', count(*) filter (where stock = 0),
          'hidden', count(*) filter (where not is_active), 'limited', bool_or(limit_per_user = 1),
          'wished', (select count(distinct item_id) > 2 from shop_wishes)) from shop_items) as items
      from orders`.execute(root)
    const { orders, days, ...rest } = rows[0] ?? {}
    expect(orders).toBeGreaterThanOrEqual(30)
    expect(days).toBeGreaterThan(60)
    expect(rest).toEqual({
      statuses: [...orderStatuses].toSorted(),
      wrong: 0,
      items: { sold_out: 2, hidden: 1, limited: true, wished: true },
    })
  })

  test('has instructions: a draft, one with a second revision, most of them read', async () => {
    const { rows } = await sql<Record<'all' | 'drafts' | 'risen' | 'pictured' | 'read', number>>`
      select count(*)::int as all, count(*) filter (where not is_published)::int as drafts,
        count(*) filter (where revision = 2)::int as risen,
        (select count(distinct instruction_id)::int from instruction_multimedia) as pictured,
        count(*) filter (where read > 0)::int as read
      from instructions left join lateral (
        select count(*) as read from instruction_reads as given
        where given.instruction_id = instructions.id and given.revision = instructions.revision
      ) as given on true`.execute(root)
    expect(rows[0]).toEqual({ all: 7, drafts: 1, risen: 1, pictured: 4, read: 4 })
  })

  test('lets the shown staff account start its begun tasks and the one due first', async () => {
    const { rows } = await sql<{ status: string; waits: boolean }>`
      select status, exists (
          select from instruction_products as link join instructions as one on one.id = link.instruction_id
          where link.product_id = tasks.product_id and is_published and requires_ack and not exists (
            select from instruction_reads as given where given.instruction_id = one.id
              and given.revision = one.revision and given.user_id = tasks.user_id
          )
        ) as waits
      from tasks join logins using (company_id, user_id)
      where email = 'staff@artel.demo' and status in ('open', 'paused', 'in_progress') order by due_at`.execute(
      root,
    )
    const first = rows.find(({ status }) => status !== 'in_progress')
    expect(
      rows.filter((task) => task === first || task.status !== 'open').map(({ waits }) => waits),
    ).not.toContain(true)
  })

  test('has achievements given by its rules, and final leagues of past months', async () => {
    const { rows } = await sql<Record<'kinds' | 'by_hand' | 'unpaid' | 'months' | 'leagues', number>>`
      select (select count(distinct achievement) from achievements) as kinds,
        (select count(*) from achievements where given_by is not null) as by_hand,
        (select count(*) from achievements where coins > 0 and not exists (
          select from ledger_entries where source_type = 'achievement' and source_id = achievements.id
            and amount = achievements.coins and created_at >= achievements.created_at
        )) as unpaid,
        (select count(distinct month) from final_leagues) as months,
        (select count(distinct league) from final_leagues) as leagues`.execute(root)
    const { kinds = 0, months = 0, leagues = 0, ...none } = rows[0] ?? {}
    expect(kinds).toBeGreaterThan(6)
    expect(months).toBeGreaterThanOrEqual(3)
    expect(leagues).toBeGreaterThan(2)
    expect(none).toEqual({ by_hand: 0, unpaid: 0 })
  })

  test('has shifts for all of its work, open ones for current work, and two unconfirmed ones', async () => {
    const { rows } = await sql<{
      outside: number
      idle: number
      waiting: number
      proposed: number
      late: number
    }>`
      select
        (select count(*) from task_times t where not exists (
          select from shifts s where s.company_id = t.company_id and s.user_id = t.user_id
            and s.started_at <= t.started_at and coalesce(s.ended_at, 'infinity') >= coalesce(t.ended_at, t.started_at)
        )) as outside,
        (select count(*) from tasks t where status = 'in_progress' and not exists (
          select from shifts s where s.company_id = t.company_id and s.user_id = t.user_id and s.ended_at is null
        )) as idle,
        (select count(*) from shifts where not confirmed) as waiting,
        (select count(*) from shifts where proposed_ended_at is not null) as proposed,
        (select count(*) from shifts where late_seconds > 0) as late`.execute(root)
    expect(rows[0]).toMatchObject({ outside: 0, idle: 0, waiting: 2, proposed: 1 })
    expect(rows[0]?.late).toBeGreaterThan(20)
  })

  test('has a legal entity of each type with valid numbers', async () => {
    const columns = ['type', 'inn', 'kpp', 'ogrn', 'bik', 'account', 'corr_account'] as const
    const entities = await root.selectFrom('legal_entities').select(columns).orderBy('id').execute()
    expect(entities.map(({ type }) => type)).toEqual([...legalEntityTypes])
    expect(entities.flatMap(findMistakes)).toEqual([])
  })

  test('has sets, some switched off, and pays for the work on each by its rates', async () => {
    const { rows } = await sql<Record<'sets' | 'off' | 'pictured' | 'of_sets' | 'unlike' | 'of_off', number>>`
      select (select count(*) from products) as sets,
        (select count(*) from products where not is_active) as off,
        (select count(distinct product_id) from product_multimedia) as pictured,
        count(*) as of_sets,
        count(*) filter (where t.title <> p.name or t.money <> p.money * t.quantity
          or t.coins <> p.coins * t.quantity or t.norm_seconds <> p.norm_seconds * t.quantity) as unlike,
        count(*) filter (where not p.is_active) as of_off
      from tasks t join products p on p.company_id = t.company_id and p.id = t.product_id`.execute(root)
    const { of_sets = 0, ...found } = rows[0] ?? {}
    expect(found).toEqual({ sets: 24, off: 3, pictured: 8, unlike: 0, of_off: 0 })
    expect(of_sets).toBeGreaterThan(1000)
  })

  test('has published texts of its own and one draft', async () => {
    const publications = await root
      .selectFrom('localization_publications')
      .select(['number', 'en', 'ru', 'changes'])
      .orderBy('number')
      .execute()
    expect(publications.map(({ number, changes }) => [number, changes])).toEqual([
      [1, 3],
      [2, 2],
    ])
    // All of them fit the code, because misfits would have been left out.
    expect(publications.map(({ en, ru }) => [Object.keys(en).length, Object.keys(ru).length])).toEqual([
      [3, 3],
      [4, 5],
    ])
    const drafts = await root
      .selectFrom('localizations')
      .select('key')
      .where(sql<boolean>`ru is distinct from published_ru`)
      .execute()
    expect(drafts).toEqual([{ key: 'errors.instruction_unread' }])
    const company = await root.selectFrom('companies').select('id').executeTakeFirstOrThrow()
    const say = await findSay(new Db(root, company.id))
    expect(say('ru', 'achievementNames.hard_worker')).toBe('Пчела')
    expect(say('en', 'errors.barcode_unknown')).toMatch(/^We have no such barcode/)
  })

  test('is not loaded into a database that has a company', async () => {
    await sql`update companies set is_demo = false`.execute(root)
    expect(await loadDemo(root, places)).toBeNull()
  })
})
