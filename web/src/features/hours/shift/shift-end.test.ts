import { expect, test } from 'vitest'
import { findEndFault } from './shift-end.ts'

test('an end is checked before it waits in the queue, by the same rules as on the server', () => {
  const shift = { started_at: '2026-11-20T06:00:00.000Z' }
  const now = Date.parse('2026-11-21T12:00:00.000Z')
  const faultOf = (end: string) => findEndFault(shift, end, now)
  expect(faultOf('2026-11-20T05:59:00.000Z')).toBe('dates_reversed')
  expect(faultOf('2026-11-20T15:00:00.000Z')).toBeNull()
  expect(faultOf('2026-11-21T06:01:00.000Z')).toBe('shift_too_long')
  expect(faultOf('2026-11-21T12:01:00.000Z')).toBe('in_future')
})
