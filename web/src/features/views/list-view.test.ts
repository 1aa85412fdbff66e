import { describe, expect, it } from 'vitest'
import { isSame, keptStateOf, type ListView, listViewOf, nearestOf } from './list-view.ts'

const usual = { sort_by: 'id', direction: 'desc' } as const
const builtIn = (key: string, filters: object): ListView => ({
  key,
  name: key,
  isTrouble: false,
  state: { filters, search: '', ...usual },
  kept: null,
})
const kept = {
  id: 7,
  screen: 'tasks',
  name: 'Срок сегодня',
  state: { filters: { due_to: 'today', search: 'плед' } },
  is_shared: false,
  created_by: 1,
  created_at: '2026-11-20T09:00:00.000Z',
  version: 1,
  can: { edit: true, share: false, delete: true },
} as const

describe('a saved view', () => {
  it('opens as it was saved, in the usual order if it has none', () => {
    const { state } = listViewOf(kept, usual)
    expect(state).toEqual({ filters: { due_to: 'today' }, search: 'плед', ...usual })
    expect(keptStateOf(state)).toEqual({ ...kept.state, ...usual })
  })

  it('is the same with its filters in another order', () => {
    const one = { filters: { a: [1, 2], b: true }, search: '', ...usual }
    expect(isSame(one, { ...one, filters: { b: true, a: [1, 2] } })).toBe(true)
    expect(isSame(one, { ...one, filters: { b: true, a: [2, 1] } })).toBe(false)
    expect(isSame(one, { ...one, direction: 'asc' })).toBe(false)
    expect(isSame(one, { ...one, search: 'x' })).toBe(false)
  })
})

describe('a view with columns', () => {
  const columns = {
    hidden: ['id', 'due_at'],
    order: ['title', 'status'],
    widths: { title: 300, status: null },
  }
  const state = { filters: {}, search: '', ...usual }

  it('keeps them', () => {
    const opened = listViewOf({ ...kept, state: { filters: {}, columns } }, usual)
    expect(opened.state.columns).toEqual(columns)
    expect(keptStateOf(opened.state)).toEqual({ filters: {}, ...usual, columns })
  })

  it('is changed when they are, except in what nobody sees', () => {
    const view = { ...state, columns }
    const shows = (shown: object) => isSame(view, { ...state, columns: { ...columns, ...shown } })
    expect(shows({ hidden: ['due_at', 'id'], widths: { title: 300 } })).toBe(true)
    expect(shows({ hidden: ['id'] })).toBe(false)
    expect(shows({ order: ['status', 'title'] })).toBe(false)
    expect(shows({ widths: { title: 310 } })).toBe(false)
  })

  it('is needed for columns to count', () => {
    expect(isSame(state, { ...state, columns })).toBe(true)
  })
})

describe('the view that filters narrow', () => {
  const views = [
    builtIn('current', { status: ['open', 'paused'] }),
    builtIn('unassigned', { user_id: null, status: ['open'] }),
    builtIn('all', {}),
  ]

  it.each([
    [{ status: ['open', 'paused'], priority: ['high'] }, 'current'],
    [{ status: ['open'], user_id: null }, 'unassigned'],
    [{ status: ['open'], user_id: 4 }, 'all'],
    [{}, 'all'],
  ])('for %j is %s', (filters, key) => expect(nearestOf(views, filters)?.key).toBe(key))
})
