import type { BodyOf } from '@artel/contract/call'
import type { Costs, ProductLine, StatRow, StatSpan, stats, Teammate } from '@artel/contract/stats/stats'
import type { RowMetric } from '@artel/contract/stats/stats.metrics'
import { type Actor, isAdmin } from '../../access/actor.ts'
import type { Db } from '../../database/db.ts'
import type { SentFile } from '../../files/send-file.ts'
import { type ListFile, listFile, rowsFile } from '../../lists/list-file.ts'
import type { Column, Words } from '../../spreadsheets/spreadsheets.ts'
import { findSay } from '../../texts/company-texts.ts'
import type { Say } from '../../texts/said-texts.ts'
import { drawGraph } from './stats.graph.ts'
import type { ProductFilters, ProductQuery } from './stats.products.queries.ts'
import { listedProducts } from './stats.products.ts'
import { allStatRows, type RowFilters, type RowQuery } from './stats.rows.ts'
import { allTeamRows, type TeamQuery } from './stats.team.queries.ts'
import { findCost, readPeriod, readTeamSort, type TeamBody } from './stats.ts'

const titles = {
  tasks_done: { ru: 'Задач сделано', en: 'Tasks done' },
  units: { ru: 'Штук', en: 'Units' },
  worked_seconds: { ru: 'Отработано', en: 'Worked' },
  task_seconds: { ru: 'Время задач', en: 'Time of tasks' },
  norm_percent: { ru: 'Норма, %', en: 'Norm, %' },
  money: { ru: 'Деньги', en: 'Money' },
  coins: { ru: 'Монеты', en: 'Coins' },
  returns: { ru: 'Возвраты', en: 'Returns' },
  late_days: { ru: 'Опоздания', en: 'Late days' },
  orders: { ru: 'Заказы', en: 'Orders' },
  on_shift_seconds: { ru: 'На смене', en: 'On shift' },
  boxes: { ru: 'Короба', en: 'Boxes' },
  supplies: { ru: 'Поставки', en: 'Shipments' },
} satisfies Record<RowMetric, Words>

const kindOf = (metric: RowMetric) => {
  if (metric === 'money') return 'money'
  return metric.endsWith('_seconds') ? 'duration' : 'number'
}

const measured = <Metric extends RowMetric>(
  metric: Metric,
): Column<{ [Name in Metric]?: number | null | undefined }> => ({
  kind: kindOf(metric),
  title: titles[metric],
  read: (row) => row[metric] ?? null,
})

const teamColumnsFor = (say: Say): Column<Teammate>[] => [
  { kind: 'number', title: { ru: 'Место', en: 'Place' }, read: ({ rank }) => rank },
  {
    kind: 'number',
    title: { ru: 'Место раньше', en: 'Place before' },
    read: ({ rank_before }) => rank_before,
  },
  { kind: 'text', title: { ru: 'Сотрудник', en: 'Person' }, read: ({ user }) => user.full_name },
  {
    kind: 'text',
    title: { ru: 'Лига', en: 'League' },
    read: ({ league }, language) => say(language, `merits.league_${league}`),
  },
  { kind: 'number', title: { ru: 'Очки', en: 'Points' }, read: ({ points }) => points },
  measured('tasks_done'),
  measured('units'),
  measured('worked_seconds'),
  measured('task_seconds'),
  measured('norm_percent'),
  measured('coins'),
  measured('returns'),
  measured('late_days'),
]

/** The board as a file, without money for staff. @throws ApiError 422 */
export async function teamFile(
  db: Db,
  actor: Actor,
  { date_from, date_to, ...filters }: TeamBody,
  query: TeamQuery,
): Promise<ListFile> {
  const order = { sort_by: readTeamSort(actor, query), direction: query.direction }
  const period = readPeriod(actor, { date_from, date_to })
  const columns = teamColumnsFor(await findSay(db))
  return listFile({
    name: { ru: 'Команда', en: 'Team' },
    columns: isAdmin(actor) ? [...columns, measured('money')] : columns,
    rows: allTeamRows(db, actor, filters, order, period),
  })
}

const rowColumns = (metric: RowMetric): Column<StatRow>[] => [
  { kind: 'number', title: { ru: '№', en: 'No.' }, read: ({ id }) => id },
  { kind: 'day', title: { ru: 'День', en: 'Day' }, read: ({ day }) => day },
  { kind: 'instant', title: { ru: 'Когда', en: 'When' }, read: ({ at }) => at },
  { kind: 'text', title: { ru: 'Сотрудник', en: 'Person' }, read: ({ user }) => user?.full_name ?? null },
  { kind: 'text', title: { ru: 'Что', en: 'What' }, read: ({ title }) => title },
  { kind: kindOf(metric), title: titles[metric], read: ({ value }) => value },
]

/** The facts behind a number, as a file. @throws ApiError forbidden; 422 */
export const rowFile = (db: Db, actor: Actor, body: RowFilters, query: RowQuery): ListFile =>
  listFile({
    name: titles[body.metric],
    columns: rowColumns(body.metric),
    rows: allStatRows(db, actor, body, query),
  })

const productColumns: Column<ProductLine>[] = [
  { kind: 'text', title: { ru: 'Артикул', en: 'Article' }, read: ({ product }) => product.article },
  { kind: 'text', title: { ru: 'Название', en: 'Name' }, read: ({ product }) => product.name },
  measured('tasks_done'),
  measured('units'),
  measured('task_seconds'),
  measured('norm_percent'),
  measured('returns'),
]

/** The work on each product, as a file. @throws ApiError forbidden; 422 */
export const productFile = (db: Db, actor: Actor, filters: ProductFilters, query: ProductQuery): ListFile =>
  listFile({
    name: { ru: 'Наборы в работе', en: 'Sets in work' },
    columns: productColumns,
    rows: listedProducts(db, actor, filters, query),
  })

type Spot = { span: StatSpan; index: number }

const hourColumn: Column<Spot> = {
  kind: 'number',
  title: { ru: 'Час', en: 'Hour' },
  read: ({ span }) => span.hour,
}
const spanColumns: Column<Spot>[] = [
  { kind: 'day', title: { ru: 'С', en: 'From' }, read: ({ span }) => span.date_from },
  { kind: 'day', title: { ru: 'По', en: 'To' }, read: ({ span }) => span.date_to },
]

/** A graph as a file: a column for each series and its previous period. @throws ApiError forbidden; 422 */
export async function graphFile(
  db: Db,
  actor: Actor,
  { format, ...body }: BodyOf<typeof stats.graphFile>,
): Promise<SentFile> {
  const { graph } = await drawGraph(db, actor, body)
  const kind = kindOf(body.metric)
  const valuesOf = (title: Words, values: readonly (number | null)[]): Column<Spot> => ({
    kind,
    title,
    read: ({ index }) => values[index] ?? null,
  })
  const series = graph.series.flatMap(({ user, values, previous }) => {
    const title = user ? { ru: user.full_name, en: user.full_name } : titles[body.metric]
    const before = { ru: `${title.ru}, раньше`, en: `${title.en}, before` }
    return [valuesOf(title, values), ...(previous ? [valuesOf(before, previous)] : [])]
  })
  return rowsFile(actor, format, {
    name: titles[body.metric],
    columns: [...spanColumns, ...(body.group === 'hour' ? [hourColumn] : []), ...series],
    rows: graph.spans.map((span, index) => ({ span, index })),
  })
}

type CostRow = { title: Words; now: Costs; before: Costs; count: 'units' | 'boxes' | 'supplies' }

const costRows = [
  { title: { ru: 'Штука', en: 'Unit' }, count: 'units' },
  { title: { ru: 'Короб', en: 'Box' }, count: 'boxes' },
  { title: { ru: 'Поставка', en: 'Shipment' }, count: 'supplies' },
] as const
const costOf = { units: 'per_unit', boxes: 'per_box', supplies: 'per_supply' } as const

const costColumns: Column<CostRow>[] = [
  { kind: 'text', title: { ru: 'Что', en: 'What' }, read: ({ title }, language) => title[language] },
  { kind: 'money', title: titles.money, read: ({ now }) => now.money },
  { kind: 'number', title: { ru: 'Количество', en: 'Quantity' }, read: ({ now, count }) => now[count] },
  {
    kind: 'money',
    title: { ru: 'Цена одной', en: 'Cost of one' },
    read: ({ now, count }) => now[costOf[count]],
  },
  { kind: 'money', title: { ru: 'Деньги раньше', en: 'Money before' }, read: ({ before }) => before.money },
  {
    kind: 'number',
    title: { ru: 'Количество раньше', en: 'Quantity before' },
    read: ({ before, count }) => before[count],
  },
  {
    kind: 'money',
    title: { ru: 'Цена одной раньше', en: 'Cost of one before' },
    read: ({ before, count }) => before[costOf[count]],
  },
]

/** The cost of work, as a file. @throws ApiError 422 */
export async function costFile(
  db: Db,
  actor: Actor,
  { format, ...body }: BodyOf<typeof stats.costFile>,
): Promise<SentFile> {
  const { cost } = await findCost(db, actor, body)
  return rowsFile(actor, format, {
    name: { ru: 'Себестоимость', en: 'Cost of work' },
    columns: costColumns,
    rows: costRows.map((row) => ({ ...row, now: cost, before: cost.previous })),
  })
}
