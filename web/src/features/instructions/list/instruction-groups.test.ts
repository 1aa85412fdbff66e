import { describe, expect, it } from 'vitest'
import { besideOf, groupsOf } from './instruction-groups.ts'

const row = (position: number, category: string) => ({ position, category })

describe('groups of a catalogue', () => {
  it('are in the order of their first instruction, and those without a category come last', () => {
    const rows = [row(1, ''), row(2, 'Возврат'), row(3, 'Упаковка'), row(4, 'Возврат')]
    const groups = groupsOf(rows)
    expect(groups.map(({ category }) => category)).toEqual(['Возврат', 'Упаковка', ''])
    expect(groups[0]?.rows.map(({ position }) => position)).toEqual([2, 4])
  })

  it('return the neighbours of each instruction in its own group', () => {
    const [group] = groupsOf([row(1, 'А'), row(2, 'Б'), row(5, 'А')])
    const [first, last] = group?.rows ?? []
    expect(first && besideOf(group?.rows ?? [], first)).toEqual({ before: undefined, behind: 5 })
    expect(last && besideOf(group?.rows ?? [], last)).toEqual({ before: 1, behind: undefined })
  })
})
