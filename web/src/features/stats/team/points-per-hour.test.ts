import { expect, test } from 'vitest'
import { pointsPerHour } from './points-per-hour.ts'

test.each([
  [120, 8 * 3600, 15],
  [0, 3600, 0],
  [50, 3599, null],
  [50, 0, null],
])('%i points in %i seconds make %s an hour', (points, seconds, perHour) => {
  expect(pointsPerHour(points, seconds)).toBe(perHour)
})
