import type { Row, World } from './row.ts'

// The days are in the past, because an answer about unfinished days also gives the instant of comparison.
const month = { date_from: '2025-11-01', date_to: '2025-11-30' }
const asking = (body: object) => async () => ({ body: { ...month, ...body } })
const ofStaff =
  (body: object) =>
  async ({ people }: World) => ({ body: { ...month, ...body, user_id: people.staff.id } })
const series = { metric: 'money', group: 'day' }

const everybody = [401, 200, 200, 200, 200, 200] as const
const themself = [401, 200, 403, 200, 200, 200] as const

export const statRows: Row[] = [
  { call: 'stats.find', expect: everybody, make: asking({}) },
  { call: 'stats.find', case: 'of the staff member', expect: themself, make: ofStaff({}) },
  { call: 'stats.command', expect: everybody, make: asking({}) },
  { call: 'stats.graph', expect: everybody, make: asking(series) },
  {
    call: 'stats.graph',
    case: 'of the staff member',
    // The other company has no user with this id.
    expect: [401, 200, 403, 200, 200, 422],
    make: async ({ people }) => ({ body: { ...month, ...series, user_ids: [people.staff.id] } }),
  },
  { call: 'stats.graphFile', expect: everybody, make: asking({ ...series, format: 'csv' }) },
  {
    call: 'stats.graphFile',
    case: 'of the staff member',
    expect: [401, 200, 403, 200, 200, 422],
    make: async ({ people }) => ({
      body: { ...month, ...series, format: 'csv', user_ids: [people.staff.id] },
    }),
  },
  { call: 'stats.rows', expect: everybody, make: asking({ metric: 'money' }) },
  {
    call: 'stats.rows',
    case: 'of the staff member',
    expect: themself,
    make: ofStaff({ metric: 'units' }),
  },
  {
    call: 'stats.rows',
    case: 'people by tasks',
    expect: everybody,
    make: asking({ metric: 'units', by: 'person' }),
  },
  {
    call: 'stats.rows',
    case: 'people by money',
    expect: [401, 403, 403, 200, 200, 200],
    make: asking({ metric: 'money', by: 'person' }),
  },
  {
    call: 'stats.rows',
    case: 'boxes',
    expect: [401, 403, 403, 403, 200, 200],
    make: asking({ metric: 'boxes' }),
  },
  { call: 'stats.best', expect: everybody },
  {
    call: 'stats.best',
    case: 'of the staff member',
    expect: themself,
    make: async ({ people }) => ({ body: { user_id: people.staff.id } }),
  },
  { call: 'stats.heat', expect: [401, 403, 403, 200, 200, 200], make: asking({}) },
  { call: 'stats.products', expect: everybody, make: asking({}) },
  { call: 'stats.products', case: 'of the staff member', expect: themself, make: ofStaff({}) },
  { call: 'stats.accuracy', expect: [401, 403, 403, 200, 200, 200], make: asking({}) },
  { call: 'stats.cost', expect: [401, 403, 403, 403, 200, 200], make: asking({}) },
  { call: 'stats.costFile', expect: [401, 403, 403, 403, 200, 200], make: asking({ format: 'xlsx' }) },
]
