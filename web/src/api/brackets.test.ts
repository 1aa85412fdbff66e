import { describe, expect, it } from 'vitest'
import { bracketPairs, holdsFile } from './brackets.ts'

describe('bracketPairs', () => {
  it.each([
    [{ name: 'Box' }, [['name', 'Box']]],
    [{ count: 3 }, [['count', '3']]],
    [
      { on: true, off: false },
      [
        ['on', '1'],
        ['off', '0'],
      ],
    ],
    [{ due_at: null }, [['due_at', '']]],
    [{ gone: undefined }, []],
    [{ ids: [] }, [['ids[]', '']]],
    [
      { ids: [4, 5] },
      [
        ['ids[]', '4'],
        ['ids[]', '5'],
      ],
    ],
    [
      { components: [{ name: 'Box', parts: [{ n: 1 }] }] },
      [
        ['components[0][name]', 'Box'],
        ['components[0][parts][0][n]', '1'],
      ],
    ],
    [{ working_days: { monday: true } }, [['working_days[monday]', '1']]],
  ])('%j', (fields, pairs) => expect(bracketPairs(fields)).toEqual(pairs))
})

it('finds a file at any depth', () => {
  expect(holdsFile({ a: [{ b: new Blob(['x']) }] })).toBe(true)
  expect(holdsFile({ a: [{ b: 'x' }], c: null })).toBe(false)
})
