import { expect, it } from 'vitest'
import { pagesAround } from './pages-around.ts'

it.each([
  [1, 0, []],
  [1, 1, [1]],
  [3, 7, [1, 2, 3, 4, 5, 6, 7]],
  [1, 20, [1, 2, null, 20]],
  [3, 20, [1, 2, 3, 4, null, 20]],
  [4, 20, [1, 2, 3, 4, 5, null, 20]],
  [5, 20, [1, null, 4, 5, 6, null, 20]],
  [18, 20, [1, null, 17, 18, 19, 20]],
  [20, 20, [1, null, 19, 20]],
])('page %i of %i', (page, pages, shown) => {
  expect(pagesAround(page, pages)).toEqual(shown)
})

it.each([
  [3, 5, [1, 2, 3, 4, 5]],
  [1, 6, [1, null, 6]],
  [3, 6, [1, 2, 3, null, 6]],
  [10, 20, [1, null, 10, null, 20]],
  [20, 20, [1, null, 20]],
])('page %i of %i on a phone', (page, pages, shown) => {
  expect(pagesAround(page, pages, true)).toEqual(shown)
})

it('the pager of a phone is never wider than its screen', () => {
  // A screen of 360 px without its edges; each number and arrow takes 44 px, a gap 14 px.
  for (let pages = 1; pages <= 40; pages++)
    for (let page = 1; page <= pages; page++) {
      const shown = pagesAround(page, pages, true)
      const gaps = shown.filter((number) => number === null).length
      expect((shown.length - gaps + 2) * 44 + gaps * 14).toBeLessThanOrEqual(336)
    }
})
