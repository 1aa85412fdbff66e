import { describe, expect, it } from 'vitest'
import { activeFilters, clearFilter, type Filter, isFilterActive } from './filter-types.ts'

const options = [
  { value: '1', label: 'Подольск' },
  { value: '2', label: 'Тверь' },
]

function filters(one: string | null, many: string[], flag: boolean, seen: unknown[] = []): Filter[] {
  const onChange = (value: unknown) => void seen.push(value)
  return [
    { key: 'warehouse', name: 'Склад', kind: 'one', options, value: one, onChange },
    { key: 'places', name: 'Места', kind: 'many', options, value: many, onChange },
    { key: 'overdue', name: 'Просрочены', kind: 'flag', value: flag, onChange },
  ]
}

describe('filters', () => {
  it('are not active without a value', () => {
    expect(filters(null, [], false).filter(isFilterActive)).toEqual([])
  })

  it('list their names and values in words if active', () => {
    expect(activeFilters(filters('1', ['1', '2'], true))).toEqual([
      { name: 'Склад', value: 'Подольск' },
      { name: 'Места', value: 'Подольск, Тверь' },
      { name: 'Просрочены', value: '' },
    ])
  })

  it('are cleared to the empty value of their kind', () => {
    const seen: unknown[] = []
    filters('1', ['2'], true, seen).forEach(clearFilter)
    expect(seen).toEqual([null, [], false])
  })
})
