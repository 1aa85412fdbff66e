import { expect, test } from 'vitest'
import { type HeatCell, hoursOf, isAfterGap, peakOf, shadeOf, weekdaysOf } from './heat.ts'

const cells: HeatCell[] = [
  { weekday: 1, hour: 8, people: 0 },
  { weekday: 1, hour: 9, people: 2.5 },
  { weekday: 3, hour: 10, people: 12 },
  { weekday: 3, hour: 11, people: 12 },
  { weekday: 3, hour: 12, people: 7 },
  { weekday: 5, hour: 10, people: 12 },
]

test.each([
  [0, 12, 0],
  [0.1, 12, 1],
  [2.5, 12, 2],
  [12, 12, 5],
  [0, 0, 0],
])('%d people of %d at most have shade %d', (people, most, shade) => {
  expect(shadeOf(people, most)).toBe(shade)
})

test('shows the ordinary hours and all others with people', () => {
  expect(hoursOf(cells)).toEqual([9, 10, 11, 12, 13, 14, 15, 16, 17])
  expect(hoursOf([{ weekday: 1, hour: 7, people: 1 }])[0]).toBe(7)
  expect(hoursOf([{ weekday: 1, hour: 3, people: 0 }])).toEqual([])
  const night = hoursOf([...cells, { weekday: 6, hour: 1, people: 1 }])
  expect(night.slice(0, 3)).toEqual([1, 9, 10])
  expect(night.map((_, index) => isAfterGap(night, index)).slice(0, 3)).toEqual([false, true, false])
})

test('shows only weekdays that occur in the period', () => {
  expect(weekdaysOf([1, 0, 0, 0, 2, 0, 0])).toEqual([1, 5])
})

test('the peak lasts as long as the number of people stays the same', () => {
  expect(peakOf(cells)).toEqual({ weekday: 3, from: 10, to: 12, people: 12 })
  expect(peakOf([])).toBeNull()
})
