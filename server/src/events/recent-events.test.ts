import { expect, test } from 'vitest'
import type { Announcement } from '../database/announcement.ts'
import { RecentEvents } from './recent-events.ts'

const minute = 60_000
const start = Date.UTC(2026, 0, 1)

const announcementOf = (id: number, companyId = 1): Announcement => ({
  companyId,
  audience: 'everyone',
  event: { entity: 'task', id, action: 'update' },
})
const idsOf = (found: readonly Announcement[] | null) => found?.map(({ event }) => event.id)

function begin(): RecentEvents {
  const recent = new RecentEvents()
  recent.restart(start)
  return recent
}

test('returns the announcements of a company since a time, minus five seconds for clock differences', () => {
  const recent = begin()
  recent.add(announcementOf(1), start + minute)
  recent.add(announcementOf(2, 2), start + minute + 500)
  recent.add(announcementOf(3), start + minute + 500)
  recent.add(announcementOf(4), start + 2 * minute)
  expect(idsOf(recent.since(start + minute + 1000, 1))).toEqual([1, 3, 4])
  expect(idsOf(recent.since(start + minute + 1001, 1))).toEqual([3, 4])
  expect(idsOf(recent.since(start + minute, 2))).toEqual([2])
})

test('returns null for a time before it started to listen', () => {
  const recent = new RecentEvents()
  expect(recent.since(start, 1)).toBeNull()
  recent.restart(start)
  recent.add(announcementOf(1), start + minute)
  expect(recent.since(start + 999, 1)).toBeNull()
  expect(idsOf(recent.since(start + 1000, 1))).toEqual([1])
  recent.restart(start + 2 * minute)
  expect(recent.since(start + 2 * minute, 1)).toBeNull()
  expect(idsOf(recent.since(start + 3 * minute, 1))).toEqual([])
})

test('drops announcements that are too old or too many, and returns null for their times', () => {
  const old = begin()
  old.add(announcementOf(1), start + 1000)
  old.add(announcementOf(2), start + 4 * minute)
  old.add(announcementOf(3), start + 5 * minute)
  expect(old.since(start + 2000, 1)).toBeNull()
  expect(idsOf(old.since(start + 4 * minute, 1))).toEqual([2, 3])
  const many = begin()
  for (let id = 1; id <= 10_000; id++) many.add(announcementOf(id), start + minute + id)
  expect(many.since(start + minute + 11_000, 1)).toEqual([announcementOf(10_000)])
  expect(many.since(start + minute + 1000, 1)).toBeNull()
  expect(many.since(start + minute + 8000, 1)?.length).toBe(3001)
})
