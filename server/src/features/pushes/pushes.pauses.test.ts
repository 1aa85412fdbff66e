import { afterEach, expect, test } from 'vitest'
import { moveClock, now } from '../../clock.ts'
import { Pauses, type Recipient } from './pushes.pauses.ts'

afterEach(() => moveClock(0))

const hourMs = 3_600_000
const origin = 'https://push.example.com'
const device = (company_id: number, device_id = company_id): Recipient => ({ origin, company_id, device_id })

test('pauses only the device that a push service has turned away', () => {
  const pauses = new Pauses()
  pauses.turnAway(device(1, 1), hourMs)
  pauses.turnAway(device(1, 2), hourMs)
  expect(pauses.untilOf(device(1, 1))).toBeGreaterThan(now().getTime() + hourMs - 1000)
  expect(pauses.untilOf(device(1, 3))).toBeUndefined()
  expect(pauses.untilOf(device(2))).toBeUndefined()
  expect(pauses.until(origin)).toBeUndefined()
  moveClock(hourMs + 1000)
  expect(pauses.untilOf(device(1, 1))).toBeUndefined()
})

test('pauses a push service for all after it has turned away devices of two companies', () => {
  const pauses = new Pauses()
  pauses.turnAway(device(1), hourMs)
  pauses.turnAway(device(2), hourMs)
  expect(pauses.untilOf(device(3))).toBeGreaterThan(now().getTime())
})

test('does not pause a push service that has served another device in between', () => {
  const pauses = new Pauses()
  pauses.turnAway(device(1), hourMs)
  pauses.succeed(device(3), true)
  pauses.turnAway(device(2), hourMs)
  expect(pauses.untilOf(device(3))).toBeUndefined()
  expect(pauses.untilOf(device(1))).toBeGreaterThan(now().getTime())
})

test('only an accepted message shows that the service knows the signature, for an hour', () => {
  const pauses = new Pauses()
  pauses.succeed(device(1), false)
  expect(pauses.hasServed(origin)).toBe(false)
  pauses.succeed(device(1), true)
  pauses.turnAway(device(2), hourMs)
  pauses.succeed(device(1), false)
  expect(pauses.hasServed(origin)).toBe(true)
  moveClock(hourMs + 1000)
  expect(pauses.hasServed(origin)).toBe(false)
})
