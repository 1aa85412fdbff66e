import { expect, test } from 'vitest'
import { createCodeSight } from './code-sight.ts'

test('a code counts when it comes into view, and again only after it has left the view', () => {
  const look = createCodeSight()
  expect(look(['460'], 0)).toEqual(['460'])
  expect(look(['460', '460'], 120)).toEqual([])
  // A code that is missed in one or two frames is still in view.
  expect(look([], 240)).toEqual([])
  expect(look(['460', '870'], 600)).toEqual(['870'])
  for (const now of [720, 840, 960, 1080]) expect(look([], now)).toEqual([])
  expect(look(['460'], 1500)).toEqual(['460'])
})

test('a code also counts once at a low frame rate', () => {
  const look = createCodeSight()
  expect(look(['460'], 0)).toEqual(['460'])
  for (const now of [2000, 4000]) expect(look(['460'], now)).toEqual([])
  expect(look([], 6000)).toEqual([])
  expect(look(['460'], 8000)).toEqual([])
})

test('a code that is missed in many quick frames has not left the view', () => {
  const look = createCodeSight()
  look(['460'], 0)
  for (const now of [20, 40, 60, 80, 100]) look([], now)
  expect(look(['460'], 120)).toEqual([])
})
