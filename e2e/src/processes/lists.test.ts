import type { Call } from '@artel/contract/call'
import { calls } from '@artel/contract/index'
import type { Pagination } from '@artel/contract/shapes/list'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { ApiClient } from '../api-client.ts'
import { makeDemoDir } from '../demo-dir.ts'
import { password, people } from '../people.ts'
import { removeDataDir, type Server, startServer } from '../server.ts'

let dataDir: string
let server: Server
let owner: ApiClient

beforeAll(async () => {
  dataDir = await makeDemoDir()
  server = await startServer(dataDir, { RATE_LIMIT: '0' })
  owner = new ApiClient(server.address)
  await owner.signIn(people.owner.login, password)
  const good = Array.from({ length: 30 }, (_, at) => `X-${at};Набор ${at}\n`).join('')
  const admin = new ApiClient(server.address)
  await admin.signIn(people.admin.login, password)
  await owner.call('POST', '/products/import', tableOf('Наборы.csv', `Артикул;Название\nX-0;\n${good}`))
  await admin.call(
    'POST',
    '/products/import',
    tableOf('Пледы.csv', 'Артикул;Название;Бренд\nX-3;Третий;Уют\n'),
  )
  await owner.call('POST', '/views/create', {
    screen: 'tasks',
    name: 'Срочные',
    is_shared: true,
    state: { filters: {} },
  })
  await owner.call('POST', '/views/create', { screen: 'users', name: 'Свои', state: { filters: {} } })
}, 120_000)

/** A table to import, as a form. */
function tableOf(name: string, content: string): FormData {
  const form = new FormData()
  form.append('file', new Blob([content]), name)
  return form
}

afterAll(async () => {
  await server.end('SIGTERM')
  await removeDataDir(dataDir)
})

/** Lists of which the demo has fewer than two rows. */
const withoutRows = [
  'localizations.changes',
  'moySklad.runs',
  'moySkladItems.list',
  'moySkladItems.log',
  'printers.prints',
]

const lists = Object.entries(calls).flatMap(([feature, named]) =>
  Object.entries<Call>(named)
    .filter(([, call]) => 'isList' in call && 'format' in call.query.shape)
    .map(([name, call]) => ({ name: `${feature}.${name}`, call }))
    .filter(({ name }) => !withoutRows.includes(name)),
)

/** The cells of a csv with semicolons. */
function parse(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^;\r]*))(;|\r\n|$)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end === '\r\n') rows.push([])
  }
  return rows.filter(({ length }) => length > 1)
}

const period = { date_from: 'last_month', date_to: 'last_month' }
/** Filters that a list requires. */
const filters: Record<string, object> = {
  'stats.command': period,
  'stats.rows': { ...period, metric: 'tasks_done' },
  'stats.products': period,
}

type List = (typeof lists)[number]

/** The paths of a list: one, or one for each of the first parents. */
const pathsOf = ({ call }: List): string[] =>
  call.path.includes(':')
    ? Array.from({ length: 40 }, (_, at) => call.path.replace(/:\w+/, String(at + 1)))
    : [call.path]

/** The rows of the files of a list, with the titles first. */
async function rowsOf(list: List): Promise<string[][]> {
  const rows: string[][] = []
  for (const path of pathsOf(list)) {
    const response = await (list.call.method === 'GET'
      ? owner.send('GET', `${path}?format=csv`)
      : owner.send('POST', `${path}?format=csv`, filters[list.name] ?? {}))
    if (response.status === 404) continue
    expect(response.status).toBe(200)
    rows.push(...parse((await response.text()).replace('\uFEFF', '')).slice(rows.length ? 1 : 0))
  }
  return rows
}

/** Columns that may have one value in all rows of the demo. */
const constant: Record<string, string[]> = {
  'achievements.list': ['Кто вручил', 'Комментарий', 'Отозвано'],
  'audit.list': ['Адрес', 'Устройство', 'Было', 'Когда'],
  'coins.list': ['Комментарий', 'Отменяет №'],
  'hours.list': ['Кто изменил'],
  'imports.list': ['Состояние', 'Изменено', 'Убрано коробов', 'Почему не удался', 'Когда'],
  'instructions.revisions': ['Кто изменил'],
  'legalEntities.list': ['Добавлено', 'Изменено'],
  'localizations.publications': ['Кто', 'Вернула публикацию №'],
  'money.list': ['Комментарий', 'Отменяет №'],
  'notifications.list': ['Кто'],
  'orders.list': ['Количество'],
  'pushes.list': ['Кто'],
  'rewards.list': ['Описание', 'Кто наградил'],
  'stats.rows': ['Задач сделано'],
  'supplies.boxes': ['План, шт.'],
  'supplies.scans': ['Отменён'],
  'tasks.list': ['Подробности'],
  'users.list': ['Сотрудник в МоёмСкладе', 'Добавлен'],
  'views.list': ['Что хранит', 'Создан'],
  'warehouses.list': ['Работает', 'Склад в МоёмСкладе', 'Добавлен'],
}

// If the code of a column reads nothing, the column has the same value in all rows.
test.each(lists)('each column of the file of $name has different values', async (list) => {
  const [titles = [], ...rows] = await rowsOf(list)
  expect(rows.length).toBeGreaterThan(1)
  const same = titles.filter((_, at) => new Set(rows.map((row) => row[at])).size < 2)
  expect(same.filter((title) => !constant[list.name]?.includes(title))).toEqual([])
})

/** Filters that need not exclude a row: they choose figures or a page, or need values of the demo. */
const others: Record<string, string[]> = {
  'stats.command': ['product_id', 'around', 'date_from', 'date_to'],
  'stats.products': ['date_from', 'date_to'],
  'stats.rows': ['by', 'cut_at', 'metric', 'date_from', 'date_to'],
}

/** Values of a filter. At least one of them excludes rows of the demo. */
function valuesOf(name: string, type: z.core.$ZodType): unknown[] {
  if (type instanceof z.ZodOptional || type instanceof z.ZodNullable)
    return valuesOf(name, type.def.innerType)
  if (type instanceof z.ZodUnion) {
    const { options } = type.def
    return valuesOf(name, options.find((option) => option instanceof z.ZodNumber) ?? options[0] ?? type)
  }
  if (type instanceof z.ZodEnum) return type.options
  if (type instanceof z.ZodLiteral) return [...type.values]
  if (type instanceof z.ZodBoolean) return [true, false]
  if (type instanceof z.ZodNumber) return [Math.min(type.maxValue ?? unknownId, unknownId)]
  if (type instanceof z.ZodArray) return [[unknownId]]
  if (name.endsWith('_from')) return ['2099-01-01']
  return name.endsWith('_to') ? ['2001-01-01'] : ['ъъъъ']
}
const unknownId = 999_999_999

const allFilters = lists.flatMap((list) =>
  Object.entries<z.core.$ZodType>(list.call.body instanceof z.ZodObject ? list.call.body.shape : {})
    .filter(([filter]) => !others[list.name]?.includes(filter))
    .map(([filter, type]) => ({ ...list, filter, values: valuesOf(filter, type) })),
)

/** Counts the rows of a list. Returns 0 if the parent of the list does not exist. */
async function countRows(path: string, given: object): Promise<number> {
  const response = await owner.send('POST', `${path}?limit=1`, given)
  if (response.status === 404) return 0
  expect(response.status).toBe(200)
  return ((await response.json()) as { pagination: Pagination }).pagination.total
}

test.each(allFilters)('the filter $filter of $name excludes rows', async ({ filter, values, ...list }) => {
  for (const path of pathsOf(list)) {
    const all = await countRows(path, filters[list.name] ?? {})
    if (all < 2) continue
    const found = []
    for (const value of values) found.push(await countRows(path, { ...filters[list.name], [filter]: value }))
    expect(Math.min(...found)).toBeLessThan(all)
    return
  }
  expect.unreachable('the demo has no rows of this list')
})
