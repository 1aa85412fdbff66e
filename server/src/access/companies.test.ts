import type { Call } from '@artel/contract/call'
import { expect, test } from 'vitest'
import { nowIso } from '../clock.ts'
import type { Row, World } from '../testing/access/row.ts'
import { rows } from '../testing/access/rows.ts'
import { ask, declared, useStage } from '../testing/access/world.ts'
import { useTestApp } from '../testing/app.ts'
import type { Answer } from '../testing/client.ts'
import { buildMoySkladItem, buildMoySkladRun } from '../testing/moysklad/moysklad-items.ts'
import {
  buildAchievement,
  buildEntry,
  buildImport,
  buildLegalEntity,
  buildProduct,
  buildReward,
  buildShift,
  buildTask,
  buildUser,
  buildView,
} from '../testing/rows/build.ts'
import { buildInstruction } from '../testing/rows/instructions.ts'
import { buildCustomText, buildPublication } from '../testing/rows/localizations.ts'
import { buildPrint } from '../testing/rows/printers.ts'
import { buildPush } from '../testing/rows/pushes.ts'
import { buildOrder, buildShopItem } from '../testing/rows/shop.ts'
import { buildBox, buildPallet, buildScan, buildSupply } from '../testing/rows/supplies.ts'

// Generated from the declared calls, so a new call is tested in the same way.
const stage = useStage(useTestApp())

const titled = (wanted: (row: Row, call: Call) => boolean) =>
  rows.flatMap((row) => {
    const call = declared[row.call]
    const title = [row.call, row.case].filter(Boolean).join(' ')
    return call && wanted(row, call) ? [{ title, row, call }] : []
  })

const byStranger = 5
const byOwner = 4

test.each(titled((row, { path }) => path.includes(':id') && row.expect[byStranger] === 404))(
  '$title: answers the same 404 for an id of another company as for an unknown id',
  async ({ row, call }) => {
    const input = (await row.make?.(stage.world)) ?? {}
    const before = await stage.look()
    const foreign = await ask(stage.clients.stranger, call, input)
    const missing = await ask(stage.clients.stranger, call, { ...input, id: 999_999_999_999 })
    expect([foreign.statusCode, missing.statusCode]).toEqual([404, 404])
    expect(foreign.raw.body).toBe(missing.raw.body)
    expect(await stage.look()).toEqual(before)
  },
)

// Data of foreign services has its own fields, and none of them is read as one of ours.
test.each(
  titled(
    (row, { method, isForeign }) => !isForeign && method !== 'GET' && (row.expect[byOwner] ?? 500) < 300,
  ),
)('$title: rejects a company id in the body', async ({ row, call }) => {
  const { body, ...rest } = (await row.make?.(stage.world)) ?? {}
  const before = await stage.look()
  const named = { ...body, company_id: stage.world.other.companyId }
  const answer = await ask(stage.clients.owner, call, { ...rest, body: named })
  expect([answer.statusCode, Object.keys(answer.body.errors ?? {})]).toEqual([422, ['company_id']])
  expect(await stage.look()).toEqual(before)
})

test.each(titled((row, { effect }) => effect === 'read' && (row.expect[byOwner] ?? 500) < 300))(
  '$title: ignores a company id in the query',
  async ({ row, call }) => {
    const input = (await row.make?.(stage.world)) ?? {}
    const plain = await ask(stage.clients.owner, call, input)
    const query = `${input.query ? `${input.query}&` : '?'}company_id=${stage.world.other.companyId}`
    const named = await ask(stage.clients.owner, call, { ...input, query })
    expect([named.statusCode, named.raw.body]).toEqual([plain.statusCode, plain.raw.body])
  },
)

const lists = Object.entries(declared).flatMap(([name, call]) =>
  'isList' in call ? [{ name, call, shape: (call.body as { shape?: object }).shape ?? {} }] : [],
)

const posted = { source_type: 'posting', source_id: 987_654_321 } as const

/** Lists of rows with ids. Statistics have no ids, and their own tests check them. */
const numbered = lists.filter(({ shape }) => 'ids' in shape)

/** Rows of the other company for the lists that signing in does not fill. */
const fill: Record<string, (world: World) => Promise<unknown>> = {
  'coins.list': ({ other, people }) => buildEntry(other, people.stranger, { ledger: 'coins', ...posted }),
  'hours.list': ({ other, people }) => buildShift(other, people.stranger),
  'imports.list': ({ other, people }) => buildImport(other, people.stranger),
  'instructions.list': ({ other, people }) => buildInstruction(other, people.stranger),
  'legalEntities.list': ({ other }) => buildLegalEntity(other),
  'localizations.publications': ({ other, people }) => buildPublication(other, people.stranger),
  'money.list': ({ other, people }) => buildEntry(other, people.stranger, posted),
  'notifications.list': ({ other, people }) =>
    other
      .insert('notifications', {
        user_id: people.stranger.id,
        kind: 'task_assigned',
        params: { id: 1, name: 'Плед', count: 1 },
        url: '/task/1',
        created_at: '2026-11-20T06:00:00.000Z',
      })
      .execute(),
  'achievements.list': ({ other, people }) => buildAchievement(other, people.stranger, people.stranger),
  'moySkladItems.list': readFromMoySklad,
  'moySkladItems.log': readFromMoySklad,
  'orders.list': ({ other, people }) => buildOrder(other, people.stranger),
  'printers.prints': ({ other, people }) => buildPrint(other, people.stranger),
  'products.list': ({ other }) => buildProduct(other),
  'pushes.list': ({ other, people }) => buildPush(other, people.stranger),
  'rewards.list': ({ other, people }) => buildReward(other, people.stranger, people.stranger),
  'shop.list': ({ other, people }) => buildShopItem(other, people.stranger),
  'supplies.list': ({ other }) => buildSupply(other),
  'tasks.list': ({ other, people }) => buildTask(other, people.stranger),
  'views.list': ({ other, people }) => buildView(other, people.stranger),
}

/** An item read from MoySklad and a log line. */
async function readFromMoySklad({ other, people }: World) {
  await buildMoySkladItem(other, people.stranger)
  const line = { part: 'product', action: 'fail', title: 'Чашка', created_at: nowIso() } as const
  await other.insert('moysklad_log', line).execute()
}

// Nobody works on two tasks in the same hour.
let hour = Date.UTC(2026, 0) / 3_600_000

/** What the path of a list names, with rows in the list. */
const holders: Record<
  string,
  (db: World['db'], world: World, user: keyof World['people']) => Promise<number>
> = {
  'imports.rows': (db, { people }, user) => buildImport(db, people[user]),
  'instructions.readers': instructionToRead,
  'instructions.revisions': instructionToRead,
  'localizations.changes': (db, { people }, user) => buildCustomText(db, people[user]),
  'supplies.boxes': supplyWithScan,
  'supplies.scans': supplyWithScan,
  'tasks.times': taskWithTime,
}
const nobody = async () => 0

/** A task with a segment, of the company in the list's path. */
async function taskWithTime(db: World['db'], { people }: World, user: keyof World['people']) {
  const { id: user_id } = people[user]
  const [started_at = '', ended_at = ''] = [hour++, hour].map((at) => new Date(at * 3_600_000).toISOString())
  const id = await buildTask(db, people[user], { status: 'paused', user_id, started_at })
  const time = { task_id: id, user_id, started_at, ended_at, seconds: 3600 }
  await db.insert('task_times', time).execute()
  return id
}

/** An instruction with a reader. */
async function instructionToRead(db: World['db'], { root, people }: World, user: keyof World['people']) {
  await buildUser(root, db, 'staff')
  return buildInstruction(db, people[user])
}

/** A supply with a box and a scan. */
async function supplyWithScan(db: World['db'], { people }: World, user: keyof World['people']) {
  const supply_id = await buildSupply(db)
  const box_id = await buildBox(db, supply_id)
  const product_id = await buildProduct(db)
  await buildScan(db, people[user], { supply_id, box_id, product_id, scan_id: 'a-1' })
  return supply_id
}

const rowsIn = ({ body }: Answer) =>
  (Object.values(body).find((value) => Array.isArray(value)) ?? []) as { id: number }[]
const found = (answer: Answer) => [answer.statusCode, rowsIn(answer), answer.body.pagination]
const nothing = [200, [], expect.objectContaining({ total: 0 })]

test.each(numbered)('$name finds nothing by ids of another company', async ({ name, call, shape }) => {
  const { world, clients } = stage
  await fill[name]?.(world)
  const hold = holders[name] ?? nobody
  const theirs = await hold(world.other, world, 'stranger')
  const ours = await hold(world.db, world, 'owner')
  const ids = rowsIn(await ask(clients.stranger, call, { id: theirs })).map(({ id }) => id)
  expect(ids.length).toBeGreaterThan(0)
  expect(found(await ask(clients.owner, call, { id: ours, body: { ids } }))).toEqual(nothing)
  const { id: warehouse_id } = await world.other.from('warehouses').select('id').executeTakeFirstOrThrow()
  const { id: parent_id } = await world.other.from('audit').select('id').executeTakeFirstOrThrow()
  const foreign: Record<string, number> = {
    user_id: world.people.stranger.id,
    warehouse_id,
    parent_id,
    product_id: await buildProduct(world.other),
    source_id: posted.source_id,
    supply_id: await buildSupply(world.other),
    legal_entity_id: await buildLegalEntity(world.other),
    box_id: await buildBox(world.other, await buildSupply(world.other)),
    task_id: await buildTask(world.other, world.people.stranger),
    item_id: await buildShopItem(world.other, world.people.stranger),
    pallet_id: await buildPallet(world.other, await buildSupply(world.other)),
    run_id: await buildMoySkladRun(world.other, { state: 'done', finished_at: nowIso() }),
  }
  for (const filter of Object.keys(shape).filter((key) => key.endsWith('_id'))) {
    // A filter without an id above fails here. Add an id of the other company for it.
    const body = { [filter]: foreign[filter] ?? filter }
    expect(found(await ask(clients.owner, call, { id: ours, body }))).toEqual(nothing)
  }
})

const hidden = ['password', 'password_hash', 'token', 'user.password', 'logins.email', 'company_id', 'secret']

test.each(lists)(
  '$name does not expose hidden fields by sorting, filters or search',
  async ({ name, call, shape }) => {
    const { world, clients } = stage
    const id = await (holders[name] ?? nobody)(world.db, world, 'owner')
    for (const sort_by of hidden) {
      for (const format of ['', '&format=csv']) {
        const answer = await ask(clients.owner, call, { id, query: `?sort_by=${sort_by}${format}` })
        expect([answer.statusCode, Object.keys(answer.body.errors ?? {})]).toEqual([422, ['sort_by']])
      }
    }
    // The filters of a GET are in the query, and unknown names are ignored there.
    if (call.method === 'GET') return
    for (const body of [
      { password: '$2' },
      { user: { password: { startsWith: '$2' } } },
      { 'user.password': '$2' },
      { password_hash: { $like: '$argon2%' } },
    ]) {
      expect((await ask(clients.owner, call, { id, body })).statusCode).toBe(422)
    }
    const path = call.path.replace(':id', String(id))
    const form = {
      payload: 'user[password][startsWith]=$2',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }
    expect((await clients.owner.send('POST', path, undefined, form)).statusCode).toBe(422)
    if (!('search' in shape)) return
    const session = clients.owner.cookies.get('artel_session') ?? ''
    for (const search of ['$argon2', 'argon2id', session.slice(2, 30)]) {
      expect(found(await ask(clients.owner, call, { id, body: { search } }))).toEqual(nothing)
    }
  },
)
