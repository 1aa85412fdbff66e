import { maxSum } from '@artel/contract/shapes/sums'
import { expect, test } from 'vitest'
import { changeOf } from './metrics.ts'

test.each([
  ['units', 110, 100, { by: 0.1, unit: 'percent', tone: 'ok' }],
  ['units', 90, 100, { by: -0.1, unit: 'percent', tone: 'bad' }],
  ['returns', 2, 4, { by: -0.5, unit: 'percent', tone: 'ok' }],
  ['late_days', 3, 0, { by: 3, unit: 'all', tone: 'bad' }],
  ['norm_percent', 81, 83, { by: -0.02, unit: 'points', tone: 'bad' }],
  ['worked_seconds', 7200, 3600, { by: 1, unit: 'percent', tone: 'plain' }],
  ['coins', 5, 5, { by: 0, unit: 'percent', tone: 'plain' }],
  ['norm_percent', null, 83, null],
  ['money', maxSum, 5, null],
  ['money', 5, maxSum, null],
] as const)('%s: change to %s from %s', (metric, now, before, change) => {
  expect(changeOf(metric, now, before)).toEqual(change)
})
