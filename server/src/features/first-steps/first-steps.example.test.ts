import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { nowIso } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { useTestApp } from '../../testing/app.ts'
import { TestClient } from '../../testing/client.ts'
import { fingerprinted } from '../../testing/fingerprint.ts'
import { buildCompany, buildProduct, buildTask, buildUser, type TestUser } from '../../testing/rows/build.ts'
import { buildSupply } from '../../testing/rows/supplies.ts'

const test_ = useTestApp()
let db: Db
let people: Record<'owner' | 'admin' | 'staff', TestUser>
let owner: TestClient
let admin: TestClient

beforeEach(async () => {
  db = await newCompany()
  people = {
    owner: await buildUser(test_.root, db, 'owner'),
    admin: await buildUser(test_.root, db, 'admin'),
    staff: await buildUser(test_.root, db, 'staff'),
  }
  owner = await TestClient.signIn(test_.app, people.owner)
  admin = await TestClient.signIn(test_.app, people.admin)
})

/** As the command line makes it: without a warehouse. */
async function newCompany() {
  const made = await buildCompany(test_.root)
  await made.remove('warehouses').execute()
  await made.updateCompany({ is_led: true })
  return made
}

const path = '/first_steps/example'
const add = (client = owner) => client.post(path)
const remove = (client = owner) => client.send('DELETE', path)
const stateOf = async (client = owner) => (await client.get('/first_steps')).body.example as object
const idsOf = async (table: 'products' | 'tasks' | 'supplies' | 'warehouses' | 'legal_entities') =>
  (await db.from(table).select('id').orderBy('id').execute()).map(({ id }) => id)
const count = async () => ({
  products: (await idsOf('products')).length,
  tasks: (await idsOf('tasks')).length,
  supplies: (await idsOf('supplies')).length,
  warehouses: (await idsOf('warehouses')).length,
  legal_entities: (await idsOf('legal_entities')).length,
})
const whole = { products: 8, tasks: 5, supplies: 1, warehouses: 2, legal_entities: 1 }
const nothing = { products: 0, tasks: 0, supplies: 0, warehouses: 0, legal_entities: 0 }
const staying = async () =>
  ((await remove()).body.stayed as { entity: string; title: string }[]).map(({ entity }) => entity)

/** Tables that only count up, or hold one row for each change. Their sums are compared instead. */
const sums = {
  task_totals: ['tasks', 'quantity', 'quantity_done', 'money', 'coins'],
  product_totals: ['products'],
  media_usage: ['bytes'],
  person_media_usage: ['bytes'],
} as const
/** The log says what happened, and a number is not given twice. */
const growing = ['audit', 'supply_numbers']

async function lookAt(company: Db): Promise<Record<string, string>> {
  const seen: Record<string, string> = {}
  for (const table of fingerprinted) {
    if (growing.includes(table)) continue
    const columns = Object.entries(sums).find(([name]) => name === table)?.[1]
    const value = columns
      ? sql`concat_ws(' ', ${sql.join(columns.map((column) => sql`coalesce(sum(${sql.ref(column)}), 0)`))})`
      : sql`md5(coalesce(string_agg(content, '' order by content), ''))`
    const { rows } = await sql<{ value: string }>`select ${value} as value from (
      select t.*, (to_jsonb(t) - 'last_seen_at')::text as content from ${sql.table(table)} t
      where company_id = ${company.companyId}) rows`.execute(test_.root)
    seen[table] = rows[0]?.value ?? ''
  }
  return seen
}

describe('the example', () => {
  test('fills an empty company, completes no step, and goes again', async () => {
    expect(await stateOf()).toEqual({ is_in: false, can: { add: true, remove: false } })
    expect((await add()).statusCode).toBe(200)
    expect(await count()).toEqual(whole)
    expect(await stateOf()).toEqual({ is_in: true, can: { add: false, remove: true } })
    expect(await stateOf(admin)).toEqual({ is_in: true, can: { add: false, remove: false } })
    const { steps } = (await owner.get('/first_steps')).body as {
      steps: { name: string; is_done: boolean }[]
    }
    expect(steps.filter(({ is_done }) => is_done).map(({ name }) => name)).toEqual(['people'])
    const photos = await db.from('product_multimedia').select('product_id').execute()
    expect(photos).toHaveLength(8)
    expect(await db.from('tasks').select('user_id').where('user_id', 'is not', null).execute()).toEqual([])
    expect(await db.from('ledger_entries').select('id').execute()).toEqual([])
    expect(await staying()).toEqual([])
    expect(await count()).toEqual(nothing)
    expect(await db.from('multimedia').select('id').execute()).toEqual([])
    expect(await stateOf()).toEqual({ is_in: false, can: { add: true, remove: false } })
    const log = await db
      .from('audit')
      .select('action')
      .where('action', 'in', ['example_add', 'example_remove'])
      .orderBy('id')
      .execute()
    expect(log.map(({ action }) => action)).toEqual(['example_add', 'example_remove'])
  })

  test('can be removed by its owner also when all steps are done', async () => {
    await add()
    await db.updateCompany({ is_led: false })
    const has = async (client: TestClient) => (await client.post('/auth/init')).body.has_first_steps
    expect([await has(owner), await has(admin)]).toEqual([true, false])
    await remove()
    expect([await has(owner), await has(admin)]).toEqual([false, false])
  })

  test('speaks the language of the person who adds it', async () => {
    await db.update('users', { language: 'en' }).where('id', '=', people.owner.id).execute()
    await add()
    const rows = await db.from('products').select(['name', 'components']).orderBy('id').execute()
    expect(rows[0]).toMatchObject({ name: 'Terry towel set “Cosy”' })
    expect(JSON.stringify([rows, await db.from('tasks').select('title').execute()])).not.toMatch(/[а-яё]/i)
  })

  test('uses the warehouse and the legal entity that the company has', async () => {
    await db.insert('warehouses', { name: 'Свой', created_at: nowIso() }).execute()
    await add()
    expect(await count()).toEqual({ ...whole, warehouses: 1 })
    await remove()
    expect(await count()).toEqual({ ...nothing, warehouses: 1 })
  })

  test.each([
    ['set', async () => buildProduct(db)],
    ['task', async () => buildTask(db, people.admin)],
    ['supply', async () => buildSupply(db)],
  ])('is refused in words once the company has a %s of its own', async (_, make) => {
    await make()
    expect(await stateOf()).toMatchObject({ can: { add: false } })
    const refused = await add()
    expect([refused.statusCode, refused.body.code]).toEqual([409, 'has_own_rows'])
    expect(refused.body.message).toContain('пустую компанию')
    expect(await db.from('multimedia').select('id').execute()).toEqual([])
  })

  test('is added once by presses at the same time, and removed once', async () => {
    const added = await Promise.all([add(), add(), add()])
    expect(added.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect(await count()).toEqual(whole)
    const removed = await Promise.all([remove(), remove(), add()])
    expect(removed.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    await remove()
    expect(await count()).toEqual(nothing)
  })

  test('is only for owners, and only of this company', async () => {
    expect([(await add(admin)).statusCode, (await remove(admin)).statusCode]).toEqual([403, 403])
    await add()
    const other = await TestClient.signIn(test_.app, await buildUser(test_.root, await newCompany(), 'owner'))
    expect((await remove(other)).body).toMatchObject({ stayed: [] })
    expect(await count()).toEqual(whole)
  })
})

describe('removing the example', () => {
  /** What people do to the example without using it. */
  const moves: Record<string, () => Promise<{ statusCode: number }>> = {
    'renames a set': async () => {
      const [id] = await idsOf('products')
      return owner.send('PUT', `/products/${id}`, { name: 'Своё имя', money: 5 })
    },
    'deletes a set': async () => owner.send('DELETE', `/products/${(await idsOf('products')).at(-1)}`),
    'edits a task': async () =>
      owner.send('PUT', `/tasks/${(await idsOf('tasks'))[0]}`, { title: 'Другая', user_id: people.staff.id }),
    'cancels a task': async () => owner.send('DELETE', `/tasks/${(await idsOf('tasks'))[1]}`),
    'assigns all tasks': async () =>
      owner.post('/tasks/bulk', { ids: await idsOf('tasks'), action: 'assign', value: people.staff.id }),
    'unseals a box': async () => {
      const [id] = await idsOf('supplies')
      const sealed = db.from('supply_boxes').select('id').where('sealed_at', 'is not', null)
      const box = await sealed.orderBy('id').executeTakeFirstOrThrow()
      return owner.send('PUT', `/supplies/${id}/box/${box.id}/unseal`)
    },
    'cancels the supply': async () =>
      owner.send('PUT', `/supplies/${(await idsOf('supplies'))[0]}/status`, { status: 'cancelled' }),
    'deletes the supply': async () => owner.send('DELETE', `/supplies/${(await idsOf('supplies'))[0]}`),
    'renames the warehouse': async () =>
      owner.send('PUT', `/warehouses/${(await idsOf('warehouses'))[0]}`, { name: 'Другой' }),
  }

  test('leaves every other row as it was after all of it', async () => {
    const before = await lookAt(db)
    await add()
    const answers: object[] = []
    for (const [name, move] of Object.entries(moves)) answers.push({ [name]: (await move()).statusCode })
    expect(answers).toEqual(Object.keys(moves).map((name) => ({ [name]: 200 })))
    expect(await staying()).toEqual([])
    expect(await lookAt(db)).toEqual(before)
  })

  test('leaves every other row as it was after any of it in any order', async () => {
    const names = fc.shuffledSubarray(Object.keys(moves))
    await fc.assert(
      fc.asyncProperty(names, async (chosen) => {
        const before = await lookAt(db)
        await add()
        for (const name of chosen) await moves[name]?.()
        expect(await staying()).toEqual([])
        expect(await lookAt(db)).toEqual(before)
      }),
      { numRuns: 1 },
    )
  }, 120_000)

  test('keeps a task that somebody worked on, with its set and its supply', async () => {
    await add()
    const [task = 0] = await idsOf('tasks')
    await db.update('tasks', { user_id: people.owner.id }).where('id', '=', task).execute()
    expect((await owner.post(`/tasks/${task}/start`)).statusCode).toBe(200)
    const { stayed } = (await remove()).body as { stayed: { entity: string; title: string }[] }
    // The supply has three sets in its plan.
    expect(stayed.map(({ entity }) => entity)).toEqual([
      'task',
      'supply',
      'product',
      'product',
      'product',
      'legal_entity',
      'warehouse',
    ])
    expect(stayed[0]).toMatchObject({ title: 'Набор «Уют», махровый' })
    expect(await count()).toEqual({ products: 3, tasks: 1, supplies: 1, warehouses: 1, legal_entities: 1 })
    expect(await db.from('product_multimedia').select('product_id').execute()).toHaveLength(3)
    expect(await db.from('multimedia').select('id').execute()).toHaveLength(3)
    // They are rows of the company from now on.
    expect(await db.from('example_rows').select('id').execute()).toEqual([])
    expect((await add()).body.code).toBe('has_own_rows')
    expect(await staying()).toEqual([])
    expect((await count()).products).toBe(3)
  })

  test('keeps a task with a comment, and one with a photo', async () => {
    await add()
    const tasks = await idsOf('tasks')
    await owner.post(`/tasks/${tasks[3]}/comments`, { text: 'Где стеллаж?' })
    const photo = (await db.from('multimedia').select('id').executeTakeFirstOrThrow()).id
    await owner.send('PUT', `/tasks/${tasks[4]}`, { multimedia_ids: [photo] })
    expect(await staying()).toEqual(['task', 'task', 'warehouse'])
    expect(await db.from('multimedia').select('id').execute()).toEqual([{ id: photo }])
  })

  test('keeps what a supply or a task of the company uses', async () => {
    await add()
    const sets = await idsOf('products')
    const [place = 0] = await idsOf('warehouses')
    const supply = await buildSupply(db, { warehouse_id: place })
    await db.insert('supply_products', { supply_id: supply, product_id: sets[5] ?? 0, planned: 3 }).execute()
    await buildTask(db, people.admin, { product_id: sets[6] ?? 0 })
    expect(await staying()).toEqual(['product', 'product', 'warehouse'])
    expect(await idsOf('supplies')).toEqual([supply])
  })

  test('keeps a supply that was scanned or shipped, or has a set of the company', async () => {
    await add()
    const [supply = 0] = await idsOf('supplies')
    const own = await buildProduct(db)
    await db
      .insert('supply_products', { supply_id: supply, product_id: own, planned: 1, position: 9 })
      .execute()
    expect(await staying()).toContain('supply')
  })

  test('keeps a supply that has a pallet', async () => {
    await add()
    const [supply = 0] = await idsOf('supplies')
    expect((await owner.post(`/supplies/${supply}/pallet`)).statusCode).toBe(201)
    expect(await staying()).toContain('supply')
  })

  test('races with a person who starts a task: it stays, or the start is refused', async () => {
    await add()
    const [task = 0] = await idsOf('tasks')
    await db.update('tasks', { user_id: people.owner.id }).where('id', '=', task).execute()
    const [started, removed] = await Promise.all([owner.post(`/tasks/${task}/start`), remove()])
    const entities = (removed.body.stayed as { entity: string }[]).map(({ entity }) => entity)
    expect([
      [200, true],
      [404, false],
      [409, false],
    ]).toContainEqual([started.statusCode, entities.includes('task')])
    expect(await idsOf('tasks')).toEqual(started.statusCode === 200 ? [task] : [])
  })
})

describe('the database', () => {
  const code = async (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: { code?: string }) => error.code,
    )

  test('deletes no task, supply or box that is not leaving with the example', async () => {
    await add()
    const [[task = 0], [supply = 0]] = [await idsOf('tasks'), await idsOf('supplies')]
    expect(await code(db.remove('tasks').where('id', '=', task).execute())).toBe('23001')
    expect(await code(db.remove('supplies').where('id', '=', supply).execute())).toBe('23001')
    expect(await code(db.remove('supply_boxes').where('supply_id', '=', supply).execute())).toBe('23001')
    const own = await buildTask(db, people.admin)
    expect(await code(db.remove('tasks').where('id', '=', own).execute())).toBe('23001')
  })

  test('has one example in a company, whose marks name one thing each, of this company, once', async () => {
    const example = () => db.insert('examples', { created_at: nowIso() }).execute()
    const mark = (fields: object) => db.insert('example_rows', fields).execute()
    const task_id = await buildTask(db, people.admin)
    expect(await code(mark({ task_id }))).toBe('23503')
    await example()
    expect(await code(example())).toBe('23505')
    expect(await code(mark({}))).toBe('23514')
    expect(await code(mark({ task_id, product_id: await buildProduct(db) }))).toBe('23514')
    expect(await code(mark({ task_id }))).toBe('done')
    expect(await code(mark({ task_id }))).toBe('23505')
    const other = await newCompany()
    expect(await code(mark({ product_id: await buildProduct(other) }))).toBe('23503')
  })
})
