import { expect, test } from 'vitest'
import { createCodeSight } from './code-sight.ts'

test('a code counts when it comes into sight, and again only after it was gone', () => {
  const look = createCodeSight()
  expect(look(['460'], 0)).toEqual(['460'])
  expect(look(['460', '460'], 120)).toEqual([])
  // Missed in a frame or two, it is still there.
  expect(look([], 240)).toEqual([])
  expect(look(['460', '870'], 600)).toEqual(['870'])
  expect(look(['460'], 1500)).toEqual(['460'])
})
