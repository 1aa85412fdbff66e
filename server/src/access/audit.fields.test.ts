import { randomUUID } from 'node:crypto'
import { companyDefaults } from '@artel/contract/company/company.line'
import { ownKeys } from '@artel/contract/shapes/records'
import { viewStates } from '@artel/contract/views/views'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { patched } from '../testing/access/field-pairs.ts'
import type { Input } from '../testing/access/row.ts'
import { isNamed, namelessFields } from '../testing/access/told-fields.ts'
import { ask, declared, useStage } from '../testing/access/world.ts'
import { useTestApp } from '../testing/app.ts'
import { buildView } from '../testing/rows/build.ts'

// A field that gets another value of the same size must show in the entry. A log that tells only how many there
// are, or a text that different values share, fails here.
const test_ = useTestApp()
const stage = useStage(test_)

const entriesSince = (known: number) =>
  stage.world.db
    .from('audit')
    .select(['id', 'before', 'after'])
    .where('id', '>', known)
    .orderBy('id')
    .execute()

const newest = async (): Promise<number> => (await entriesSince(0)).at(-1)?.id ?? 0

const send = async (name: string, input: Input, body: object) => {
  const call = declared[name]
  if (!call) throw new Error(`no call ${name}`)
  const answer = await ask(stage.clients.owner, call, { ...input, body })
  expect([answer.statusCode, answer.body]).toMatchObject([expect.toSatisfy((code: number) => code < 300), {}])
}

/** Sends one body after the other, and checks the entry of the second. */
async function expectTold(name: string, input: Input, bodies: readonly [object, object]): Promise<void> {
  await send(name, input, bodies[0])
  const known = await newest()
  await send(name, input, bodies[1])
  const told = await entriesSince(known)
  expect(told.length).toBeGreaterThan(0)
  for (const { before, after } of told) {
    expect(Object.keys({ ...before, ...after })).not.toEqual([])
    expect(before).not.toEqual(after)
  }
}

describe.each(patched)(
  'another value of the same size is told by $call',
  ({ call, make, fields, untold = [] }) => {
    test.each(Object.entries(fields))('%s', async (named, pair) => {
      const [field = named] = named.split(':')
      const [one, other] = typeof pair === 'function' ? await pair(stage.world) : pair
      await expectTold(call, await make(stage.world), [{ [field]: one }, { [field]: other }])
    })

    test('each field of the call is among them', () => {
      const { body } = declared[call] ?? {}
      const names = body instanceof z.ZodObject ? Object.keys(body.shape) : []
      const known = [...Object.keys(fields).map((named) => named.split(':')[0]), ...untold, 'version']
      expect(names).not.toEqual([])
      expect(names.filter((name) => !known.includes(name))).toEqual([])
    })
  },
)

test('each call that changes a row of which a person has seen a version is among them', () => {
  const names = Object.entries(declared).flatMap(([name, { body }]) =>
    body instanceof z.ZodObject && 'version' in body.shape ? [name] : [],
  )
  // These are steps on a row, and a connection that needs an account. Tests of their features read their entries.
  const others = [
    'hours.confirm',
    'moySklad.save',
    'moySkladItems.tieUser',
    'orders.undo',
    'rewards.remove',
    'supplies.inspect',
    'tasks.approve',
    'tasks.cancel',
    'tasks.remove',
    'tasks.return',
  ]
  const missing = names.filter((name) => !patched.some(({ call }) => call === name))
  expect(missing.sort()).toEqual(others)
})

/** Another value of each setting, and its default. */
function settingPairs(settings: object, path: readonly string[] = []): [object, object][] {
  return Object.entries(settings).flatMap(([name, value]): [object, object][] => {
    const here = [...path, name]
    if (typeof value === 'object' && value !== null) return settingPairs(value, here)
    const nest = (inner: unknown): object =>
      here.reduceRight<unknown>((body, key) => ({ [key]: body }), inner) as object // `here` is not empty
    const next = typeof value === 'boolean' ? !value : typeof value === 'number' ? value + 1 : '460712'
    return [[nest(next), nest(value)]]
  })
}

test('another value of each setting of the company is told', async () => {
  // There is one currency. A required second factor would end the calls of this owner, who has none.
  const { achievement, currency: _, security: __, ...settings } = companyDefaults
  const pairs = settingPairs({ ...settings, achievements: { racer: achievement } })
  expect(pairs.length).toBeGreaterThan(9)
  for (const [one, other] of pairs) {
    const of = (wanted: object) => ({ parent: 'company', settings: wanted })
    await expectTold('settings.update', {}, [of(one), of(other)])
  }
})

test('each of these fields has a name, and none is the version of a row', async () => {
  expect(await namelessFields(stage.world.db)).toEqual([])
})

/** Paths of a state, without those below a record of free keys. */
const pathsOf = (shape: object, path: string): string[] =>
  Object.entries(shape).flatMap(([name, field]) => {
    const inner = field instanceof z.ZodOptional ? field.unwrap() : field
    return inner instanceof z.ZodObject ? pathsOf(inner.shape, `${path}.${name}`) : [`${path}.${name}`]
  })

test.each(ownKeys(viewStates))('each field of a view of %s has a name', (screen) => {
  const paths = pathsOf(viewStates[screen].shape, 'state')
  expect(paths).toContain('state.filters.date_from')
  expect(paths.filter((path) => !isNamed(path))).toEqual([])
})

test('a column that is named like a secret keeps its width in the log', async () => {
  const { db, people } = stage.world
  const id = await buildView(db, people.owner, { name: randomUUID(), user_id: null })
  const known = await newest()
  const columns = { widths: { token: 100, password_hash: null } }
  await send('views.update', { id }, { state: { filters: {}, columns } })
  expect(await entriesSince(known)).toMatchObject([
    { before: {}, after: { 'state.columns.widths': 'password_hash: —, token: 100' } },
  ])
})
