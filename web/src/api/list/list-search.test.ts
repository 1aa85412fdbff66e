import { describe, expect, it } from 'vitest'
import { listStateOf, searchOf } from './list-search.ts'

const defaults = {
  limit: 25,
  sort_by: 'due_at',
  direction: 'asc' as const,
  filters: { status: ['open'] },
  filterNames: ['status', 'user_id', 'overdue'],
}
const start = listStateOf({}, defaults)

describe('listStateOf', () => {
  it('returns the defaults for an empty address', () => {
    expect(start).toEqual({
      page: 1,
      limit: 25,
      sort_by: 'due_at',
      direction: 'asc',
      search: '',
      filters: { status: ['open'] },
      view_id: null,
    })
  })

  it('reads the address', () => {
    const address = {
      page: 3,
      limit: 50,
      sort_by: 'money',
      direction: 'desc',
      search: 4607,
      user_id: [1, null],
      view_id: 12,
    }
    expect(listStateOf(address, defaults)).toEqual({
      ...address,
      user_id: undefined,
      search: '4607',
      filters: { status: ['open'], user_id: [1, null] },
    })
  })

  it.each([
    { page: 0 },
    { page: 'x' },
    { page: 1.5 },
    { view_id: 'mine' },
    { limit: 201 },
    { direction: 'up' },
    { status: { a: 1 } },
  ])('keeps the default for %j', (address) => expect(listStateOf(address, defaults)).toEqual(start))
})

describe('searchOf', () => {
  it('omits default values and keeps parameters that are not of the list', () => {
    const state = { ...start, page: 2, filters: { status: ['open'], overdue: true } }
    expect(searchOf({ view: 'board', page: 7 }, state, defaults)).toEqual({
      view: 'board',
      page: 2,
      overdue: true,
    })
  })

  it('writes a cleared default filter as an empty list', () => {
    const search = searchOf({}, { ...start, filters: {} }, defaults)
    expect(search).toEqual({ status: [] })
    expect(listStateOf(search, defaults).filters).toEqual({})
  })
})
