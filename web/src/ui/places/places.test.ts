import { describe, expect, it } from 'vitest'
import { moved } from './places.ts'

const shelf = (names: string, first = 1) =>
  [...names].map((name, index) => ({ id: name.charCodeAt(0), name, position: first + index }))
const idOf = (name: string) => name.charCodeAt(0)
const namesOf = (rows: { name: string }[]) => rows.map(({ name }) => name).join('')

describe('moving an item', () => {
  it.each([
    ['abcd', 'a', 3, 'bcad'],
    ['abcd', 'd', 1, 'dabc'],
    ['abcd', 'b', 3, 'acbd'],
    ['abcd', 'c', 3, 'abcd'],
    ['abcd', 'a', 4, 'bcda'],
  ])('in %s puts %s at place %i', (before, name, to, after) => {
    const rows = moved(shelf(before), idOf(name), to)
    expect(namesOf(rows)).toBe(after)
    expect(rows.map(({ position }) => position)).toEqual([1, 2, 3, 4])
  })

  it('to another page gives it the new place and shifts the other rows', () => {
    expect(moved(shelf('efg', 5), idOf('f'), 2).map(({ name, position }) => `${name}${position}`)).toEqual([
      'f2',
      'e6',
      'g7',
    ])
  })

  it('that is not among the rows changes nothing', () => {
    const rows = shelf('abc')
    expect(moved(rows, idOf('z'), 1)).toEqual(rows)
  })
})
