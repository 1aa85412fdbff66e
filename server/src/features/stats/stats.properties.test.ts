import type { Figures } from '@artel/contract/stats/stats'
import { type RowMetric, statMetrics } from '@artel/contract/stats/stats.metrics'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import type { Actor } from '../../access/actor.ts'
import { stopClockAt } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { useLoneTestApp } from '../../testing/installation.ts'
import { actorOf, buildCompany, buildUser } from '../../testing/rows/build.ts'
import { StatWorld } from '../../testing/rows/stats.ts'
import { recount, type Wanted } from '../../testing/rows/stats-recount.ts'
import { Random } from '../../testing/values/random.ts'
import { rebuildStats } from './stats.check.ts'
import { drawGraph } from './stats.graph.ts'
import { foldStats } from './stats.jobs.ts'
import { listProducts } from './stats.products.ts'
import { listStatRows } from './stats.rows.ts'
import { findHeat, findStats, listTeam } from './stats.ts'

// On a database of its own, because folding covers all companies.
const test_ = useLoneTestApp()
const seed = Number(process.env.STATS_SEED ?? Math.floor(Math.random() * 2 ** 31))
const random = new Random(seed)

afterEach(() => stopClockAt(null))

const page = { limit: 200, page: 1, direction: 'desc' } as const

/** Computes a number from its rows, one by one. */
async function numberOfRows(
  { db, actor }: Seen,
  metric: RowMetric,
  wanted: object,
  percent = metric === 'norm_percent',
) {
  const body = { ...base, ...wanted, metric }
  let [sum, norm, spent, at] = [0, 0, 0, 1]
  for (;;) {
    const { rows, total, pagination } = await listStatRows(db, actor, body, {
      ...page,
      page: at,
      sort_by: 'at',
    })
    for (const row of rows) {
      sum += row.value ?? 0
      norm += row.norm_seconds ?? 0
      spent += row.spent_seconds ?? 0
    }
    if (at >= pagination.pages) {
      const made = percent ? (spent > 0 ? Math.round((100 * norm) / spent) : null) : sum
      expect(total).toBe(made)
      return made
    }
    at += 1
  }
}

const base = { date_from: '2026-10-01', date_to: '2026-11-16' }
type Seen = { db: Db; actor: Actor }

const faultsOf = ({ companyId }: Db) =>
  sql`select * from stat_faults where company_id = ${companyId}`.execute(test_.root).then(({ rows }) => rows)

async function expectAgreement(seen: Seen, wanted: Wanted): Promise<Figures> {
  const { stats, period } = await findStats(seen.db, seen.actor, wanted)
  const { previous, ...figures } = stats
  const paper = await recount(seen.db, seen.actor.timezone, wanted)
  expect(figures).toEqual(paper)
  const cut = period.cut_at ? { cut_at: period.cut_at } : {}
  const before = { ...wanted, date_from: period.previous_from, date_to: period.previous_to, ...cut }
  expect(previous).toEqual(await recount(seen.db, seen.actor.timezone, before))
  for (const metric of statMetrics) {
    expect([metric, await numberOfRows(seen, metric, wanted)]).toEqual([metric, figures[metric]])
    expect([metric, await numberOfRows(seen, metric, before)]).toEqual([metric, previous[metric]])
  }
  return figures
}

const sumUp = (values: readonly (number | null)[]) =>
  values.reduce<number>((sum, value) => sum + (value ?? 0), 0)

async function expectGraph(seen: Seen, wanted: Wanted, figures: Figures): Promise<void> {
  const { user_id, ...rest } = wanted
  const metric = random.pick(statMetrics.filter((name) => name !== 'norm_percent'))
  for (const group of ['hour', 'day', 'week', 'month'] as const) {
    const { graph, period } = await drawGraph(seen.db, seen.actor, {
      ...rest,
      metric,
      group,
      compare: true,
      ...(user_id === undefined ? {} : { user_ids: [user_id] }),
    })
    const [series] = graph.series
    expect(sumUp(series?.values ?? [])).toBe(figures[metric])
    const { stats } = await findStats(seen.db, seen.actor, wanted)
    expect(sumUp(series?.previous ?? [])).toBe(stats.previous[metric])
    const index = random.between(0, graph.spans.length - 1)
    const { hour, ...span } = graph.spans[index]!
    const filters = { ...wanted, ...span, ...(hour === null ? {} : { hour }) }
    expect(await numberOfRows(seen, metric, filters)).toBe(series?.values[index])
    const before = graph.previous_spans?.[index]
    if (!before) continue
    const cut = before.date_to === period.previous_to && period.cut_at ? { cut_at: period.cut_at } : {}
    const { hour: hourBefore, ...spanBefore } = before
    const filtersBefore = {
      ...wanted,
      ...spanBefore,
      ...(hourBefore === null ? {} : { hour: hourBefore }),
      ...cut,
    }
    expect(await numberOfRows(seen, metric, filtersBefore)).toBe(series?.previous?.[index])
  }
}

async function expectTeam(seen: Seen, { user_id: _, ...wanted }: Wanted): Promise<void> {
  const { team, medians } = await listTeam(seen.db, seen.actor, wanted, { ...page, sort_by: 'points' })
  for (const mate of team.slice(0, 2)) {
    const { stats } = await findStats(seen.db, seen.actor, { ...wanted, user_id: mate.user.id })
    for (const metric of ['tasks_done', 'units', 'task_seconds', 'norm_percent', 'money', 'coins'] as const) {
      expect([metric, mate[metric]]).toEqual([metric, stats[metric]])
    }
    expect(mate.points).toBe(stats.coins)
    expect(mate.rank_before).toBeGreaterThan(0)
  }
  const metric = random.pick(['tasks_done', 'units', 'money', 'norm_percent', 'late_days'] as const)
  const behind = await listStatRows(
    seen.db,
    seen.actor,
    { ...wanted, metric, by: 'person' },
    { ...page, sort_by: 'value' },
  )
  expect(behind.rows.map(({ value }) => value).toSorted()).toEqual(
    team.map((mate) => mate[metric]).toSorted(),
  )
  expect(behind.median).toBe(medians[metric])
}

async function expectProducts(seen: Seen, wanted: Wanted): Promise<void> {
  const { products } = await listProducts(seen.db, seen.actor, wanted, { ...page, sort_by: 'units' })
  for (const { product, ...line } of products) {
    const { stats } = await findStats(seen.db, seen.actor, { ...wanted, product_id: product.id })
    expect(stats).toMatchObject(line)
  }
}

async function expectHeat(seen: Seen, { product_id: _, ...wanted }: Wanted): Promise<void> {
  const { heat } = await findHeat(seen.db, seen.actor, wanted)
  const busy = heat.cells.filter(({ seconds }) => seconds > 0).slice(0, 2)
  for (const { weekday, hour, seconds } of busy) {
    expect(await numberOfRows(seen, 'on_shift_seconds', { ...wanted, weekday, hour })).toBe(seconds)
  }
}

async function drawWanted({ people, warehouses, products }: StatWorld): Promise<Wanted> {
  const [first, last] = [random.between(0, 30), random.between(0, 20)]
  const day = (back: number) =>
    new Date(Date.parse('2026-11-16') - back * 86_400_000).toISOString().slice(0, 10)
  return {
    // Half of the ranges end today, which is not over, or later.
    date_from: day(first + last),
    date_to: day(random.isWithin(0.5) ? random.between(-3, 0) : last),
    ...(random.isWithin(0.4) ? { user_id: random.pick(people).id } : {}),
    ...(random.isWithin(0.3) ? { warehouse_id: random.pick(warehouses) } : {}),
    ...(random.isWithin(0.3) ? { product_id: random.pick(products) } : {}),
  }
}

test.each([-3.5, 3, 5.75])(
  `every number matches its rows, at a UTC offset of %s hours (STATS_SEED=${seed})`,
  async (timezone) => {
    stopClockAt('2026-11-16T09:30:00.000Z')
    const db = await buildCompany(test_.root, timezone)
    const owner = await buildUser(test_.root, db, 'owner')
    const world = new StatWorld(db, owner, random, '2026-10-12T02:00:00.000Z')
    await world.settle(test_.root)
    const seen = { db, actor: { ...actorOf(owner), timezone } }
    while (world.now < '2026-11-16T08:00:00.000Z') {
      await world.live()
      if (random.isWithin(0.05)) await foldStats(test_.root)
    }
    expect(await faultsOf(db)).toEqual([])
    for (let round = 0; round < 4; round += 1) {
      const wanted = await drawWanted(world)
      const figures = await expectAgreement(seen, wanted)
      await expectGraph(seen, wanted, figures)
      await expectTeam(seen, wanted)
      await expectProducts(seen, wanted)
      await expectHeat(seen, wanted)
    }
    // In another timezone, facts belong to other days. After a rebuild, the sums match the rows again.
    await db.updateCompany({ timezone: 11 })
    const { is_stale } = await db.from('stat_checks').select('is_stale').executeTakeFirstOrThrow()
    expect(is_stale).toBe(true)
    expect(await faultsOf(db)).not.toEqual([])
    await rebuildStats(db)
    expect(await faultsOf(db)).toEqual([])
    const elsewhere = { db, actor: { ...seen.actor, timezone: 11 } }
    await expectAgreement(elsewhere, await drawWanted(world))
  },
)
