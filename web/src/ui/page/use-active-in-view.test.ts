import { expect, it } from 'vitest'
import { scrollFor } from './use-active-in-view.ts'

const view = 300

it.each([
  ['the first entry', { start: 12, width: 80, scrolled: 0 }, 0],
  ['the first entry of a row that was scrolled', { start: 12, width: 80, scrolled: 200 }, 0],
  ['an entry that fits at the start', { start: 210, width: 90, scrolled: 50 }, 0],
  ['an entry cut by the edge', { start: 250, width: 100, scrolled: 0 }, 150],
  ['an entry out of view', { start: 700, width: 100, scrolled: 0 }, 600],
  ['an entry that the scrolled row shows', { start: 320, width: 80, scrolled: 200 }, 200],
  ['an entry before the shown part', { start: 320, width: 80, scrolled: 500 }, 210],
  // It cannot be shown whole, so its start is not cut more than its end.
  ['an entry wider than the row', { start: 400, width: 340, scrolled: 0 }, 420],
])('scrolls to %s', (_, placed, left) => {
  expect(scrollFor({ ...placed, view })).toBe(left)
})
