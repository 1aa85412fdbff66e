import type { Call } from '@artel/contract/call'
import { calls } from '@artel/contract/index'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
})
afterAll(async () => {
  await server.end('SIGTERM')
  await removeDataDir(dataDir)
})

const lists = Object.entries(calls).flatMap(([feature, named]) =>
  Object.entries<Call>(named)
    .filter(([, call]) => 'isList' in call && 'format' in call.query.shape)
    .map(([name, call]) => ({ name: `${feature}.${name}`, call })),
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

/** The rows of a list's file, or of the files of the first parents that have any. */
async function rowsOf({ name, call }: (typeof lists)[number]): Promise<string[][]> {
  const rows: string[][] = []
  for (let id = 1; id <= (call.path.includes(':') ? 40 : 1); id += 1) {
    const path = `${call.path.replace(/:\w+/, String(id))}?format=csv`
    const response = await (call.method === 'GET'
      ? owner.send('GET', path)
      : owner.send('POST', path, filters[name] ?? {}))
    if (response.status === 404) continue
    expect(response.status).toBe(200)
    rows.push(...parse((await response.text()).replace('\uFEFF', '')).slice(rows.length ? 1 : 0))
  }
  return rows
}

/** Columns that may have one value in all rows of the demo. Empty: the demo has fewer than two rows. */
const constant: Record<string, string[]> = {
  'achievements.list': ['Кто вручил', 'Комментарий', 'Отозвано'],
  'audit.list': [],
  'coins.list': ['Комментарий', 'Отменяет №'],
  'hours.list': ['Кто изменил'],
  'imports.list': [],
  'imports.rows': [],
  'instructions.revisions': ['Кто изменил'],
  'legalEntities.list': ['Добавлено', 'Изменено'],
  'localizations.changes': [],
  'localizations.publications': ['Кто', 'Вернула публикацию №'],
  'money.list': ['Комментарий', 'Отменяет №'],
  'moySklad.runs': [],
  'moySkladItems.list': [],
  'moySkladItems.log': [],
  'notifications.list': ['Кто'],
  'orders.list': ['Количество'],
  'printers.prints': [],
  'pushes.list': ['Кто'],
  'rewards.list': ['Описание', 'Кто наградил'],
  'stats.rows': ['Задач сделано'],
  'supplies.boxes': ['План, шт.'],
  'supplies.scans': ['Отменён'],
  'tasks.list': ['Подробности'],
  'users.list': ['Сотрудник в МоёмСкладе', 'Добавлен'],
  'views.list': [],
  'warehouses.list': ['Работает', 'Склад в МоёмСкладе', 'Добавлен'],
}

// A column whose code reads nothing, or the wrong field, would have the same value in all rows.
test.each(lists)('each column of the file of $name has different values', async (list) => {
  const [titles = [], ...rows] = await rowsOf(list)
  const known = constant[list.name]
  if (known?.length === 0) return
  const same = titles.filter((_, at) => new Set(rows.map((row) => row[at])).size < 2)
  expect(same.filter((title) => !known?.includes(title))).toEqual([])
})
