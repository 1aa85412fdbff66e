import type { Call } from '@artel/contract/call'
import { calls } from '@artel/contract/index'
import { statGroups } from '@artel/contract/stats/stats.metrics'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { isToday, testDay } from '../../../../scripts/test/todays-checks.mjs'
import type { Input } from '../../testing/access/row.ts'
import { rows } from '../../testing/access/rows.ts'
import { ask, declared, useStage } from '../../testing/access/world.ts'
import { useTestApp } from '../../testing/app.ts'
import { type Answer, fieldsOf } from '../../testing/client.ts'
import { type Part, partsOf } from '../../testing/values/shapes.ts'

// Made from the declared calls, so that calls that are added later are tested in the same way.
const stage = useStage(useTestApp())

/** Values of each kind of time: valid ones, among them the first and the last, and invalid ones. */
const edges = {
  day: ['1900-01-01', '1999-12-31', '2000-01-01', '2024-02-29', '2100-02-28', '2199-12-31'],
  instant: [
    '2000-01-01T00:00:00.000Z',
    '2024-02-29T23:59:59.999Z',
    '2100-02-28T00:00:00Z',
    '2199-12-31T23:59:59.999Z',
  ],
  time: ['00:00', '23:59'],
}
type Kind = keyof typeof edges
const kinds = Object.keys(edges) as Kind[] // its own keys
const unreal: Record<Kind, string[]> = {
  day: ['0001-01-01', '1899-12-31', '2023-02-29', '2100-02-29', '2200-01-01', '9999-12-31', '+010000-01-01'],
  instant: [
    '1999-12-31T23:59:59.999Z',
    '2023-02-29T00:00:00Z',
    '2200-01-01T00:00:00Z',
    '9999-12-31T23:59:59Z',
  ],
  time: ['24:00', '-1:00', '12:60'],
}

// A text field that also accepts a word is no time.
const words = ['some text', 'x026-11-20', 'x026-11-20T09:30:00.000Z', 'x9:30']

function kindOf({ schema }: Part): Kind | undefined {
  const takes = (value: string) => z.safeParse(schema, value).success
  if (!(schema instanceof z.ZodString) || words.some(takes)) return undefined
  return kinds.find((kind) => edges[kind].some(takes))
}

type Field = {
  name: string
  call: Call
  part: Part
  kind: Kind
  inQuery: boolean
  make: () => Promise<Input>
}

const byOwner = 4
const fields = Object.entries(declared).flatMap(([name, call]): Field[] => {
  const row = rows.find((one) => one.call === name && (one.expect[byOwner] ?? 500) < 300)
  const make = async (): Promise<Input> => (await row?.make?.(stage.world)) ?? {}
  return [false, true].flatMap((inQuery) =>
    partsOf(inQuery ? call.query : call.body).flatMap((part) => {
      const kind = kindOf(part)
      return kind ? [{ name: [name, ...part.path].join('.'), call, part, kind, inQuery, make }] : []
    }),
  )
})

// A call names rows by their ids or finds them by a filter, never both.
function targetOf({ body = {} }: Input, { path }: Part): object {
  const { ids: _, ...rest } = body as { ids?: unknown }
  return path[0] === 'filter' ? rest : body
}

const withValue = (input: Input, { part, inQuery }: Field, value: string): Input =>
  inQuery
    ? {
        ...input,
        query: `${input.query ? `${input.query}&` : '?'}${String(part.path[0])}=${encodeURIComponent(value)}`,
      }
    : { ...input, body: part.put(targetOf(input, part), value) as object } // it has the shape of a body

async function askOwner({ call, make }: Field, change: (input: Input) => Input): Promise<Answer> {
  const begun = performance.now()
  const answer = await ask(stage.clients.owner, call, change(await make()))
  // The work that a span of days causes is bounded. One second would be too little on a busy machine.
  expect(performance.now() - begun).toBeLessThan(5000)
  return answer
}

const endNames: [RegExp, string][] = [
  [/_from$/, '_to'],
  [/^started_at$/, 'ended_at'],
]

/**
 * The end field of the span that begins at this field. If a body has several shapes, both are in the same
 * shape.
 */
function endOf(field: Field, index: number): Field | undefined {
  const last = String(field.part.path.at(-1))
  const found = endNames.find(([begin]) => begin.test(last))
  if (!found) return undefined
  const name = `${field.name.slice(0, -last.length)}${last.replace(...found)}`
  return fields.slice(index).find((other) => other.name === name)
}
const spans = fields.flatMap((field, index) => {
  const end = endOf(field, index)
  return end ? [{ name: field.name, field, end }] : []
})

const reads = rows.filter(
  (row) => declared[row.call]?.effect === 'read' && (row.expect[byOwner] ?? 500) < 300,
)

test('the tested fields include every kind of time', () => {
  expect(new Set(fields.map(({ kind }) => kind))).toEqual(new Set(kinds))
  expect(spans.length).toBeGreaterThan(10)
})

const span = (first: Field, last: Field, begin: string, end: string) => (input: Input) =>
  withValue(withValue(input, first, begin), last, end)

/** The first and the last timezone, and one between them. Each field is tested in one of them every day. */
const timezones = [-12, 3, 14]

describe.each(timezones)(`%i hours from UTC (TEST_DAY=${testDay})`, (timezone) => {
  const at = timezones.indexOf(timezone)
  const ofToday = <Tested>(all: readonly Tested[]) =>
    all.filter((_, index) => isToday(index + at, timezones.length))
  beforeAll(() => stage.world.db.updateCompany({ timezone }))

  test.each(ofToday(fields))(
    '$name: dates at the ends of the calendar cause no server error',
    async (field) => {
      const faults: unknown[] = []
      for (const value of edges[field.kind]) {
        const { statusCode } = await askOwner(field, (input) => withValue(input, field, value))
        if (statusCode >= 500) faults.push([value, statusCode])
      }
      expect(faults).toEqual([])
    },
  )

  test.each(ofToday(spans))(
    '$name: a span of any length is accepted or refused at once',
    async ({ field, end }) => {
      const faults: unknown[] = []
      const values = edges[field.kind]
      for (const [begin, until] of values.flatMap((one) => values.map((other) => [one, other] as const))) {
        const { statusCode } = await askOwner(field, span(field, end, begin, until))
        if (statusCode >= 500) faults.push([begin, until, statusCode])
        // A span that ends before it begins is refused.
        if (until < begin && field.kind !== 'time')
          expect([begin, until, statusCode]).toEqual([begin, until, 422])
      }
      expect(faults).toEqual([])
    },
  )

  test('calls can read what was written at the ends of the calendar', async () => {
    const faults: unknown[] = []
    for (const row of reads) {
      const call = declared[row.call] as Call // each row is of a declared call
      const { statusCode } = await ask(stage.clients.owner, call, (await row.make?.(stage.world)) ?? {})
      if (statusCode >= 500) faults.push([row.call, statusCode])
    }
    expect(faults).toEqual([])
  })
})

test.each(fields)('$name: a nonexistent or out-of-range value is refused', async (field) => {
  for (const value of unreal[field.kind]) {
    const answer = await askOwner(field, (input) => withValue(input, field, value))
    expect([value, answer.statusCode]).toEqual([value, 422])
  }
})

test.each(statGroups)('a graph of a hundred years by %s is refused at date_to', async (group) => {
  const body = { date_from: '1926-01-01', date_to: '2025-12-31', metric: 'units', group }
  expect(fieldsOf(await ask(stage.clients.owner, calls.stats.graph, { body }))).toEqual([422, 'date_to'])
})
