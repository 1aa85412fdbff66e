import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Announcement } from '../database/announcement.ts'
import { batchesOf } from './batches.ts'

const event = { entity: 'notification', id: 1, action: 'create' } as const
const ids = fc.array(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), { maxLength: 1500 })
const announcement = fc.record<Announcement>({
  companyId: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
  event: fc.constantFrom(event, {
    entity: 'shop_item',
    id: Number.MAX_SAFE_INTEGER,
    action: 'update',
  } as const),
  audience: fc.oneof(
    fc.constant('everyone' as const),
    ids,
    ids.map((only) => ({ only })),
  ),
})

const heard = (batches: readonly string[]) => batches.flatMap((batch) => JSON.parse(batch) as Announcement[])

/** Each event paired with each recipient and the kind of its audience. */
const pairsOf = (announcements: readonly Announcement[]) =>
  announcements.flatMap(({ companyId, event: told, audience }) => {
    const about = `${companyId} ${told.entity} ${told.id} ${told.action}`
    if (audience === 'everyone') return [`${about} everyone`]
    const [people, kind] = 'only' in audience ? [audience.only, 'only'] : [audience, 'beside']
    return people.length === 0 ? [`${about} ${kind}`] : people.map((id) => `${about} ${kind} ${id}`)
  })

test('batches contain all announcements in order and stay below the 8000 bytes of PostgreSQL', () => {
  fc.assert(
    fc.property(fc.array(announcement, { maxLength: 100 }), (announcements) => {
      const batches = batchesOf(announcements)
      for (const batch of batches) expect(Buffer.byteLength(batch)).toBeLessThan(8000)
      expect(pairsOf(heard(batches))).toEqual(pairsOf(announcements))
    }),
    { numRuns: 50 },
  )
})

test('puts many small events into one batch and splits a large audience', () => {
  const small = { companyId: 1, event, audience: 'everyone' } as const
  expect(batchesOf(Array(60).fill(small)).length).toBe(1)
  const many = Array.from({ length: 1600 }, (_, index) => 10_000 + index)
  const told = heard(batchesOf([{ ...small, audience: { only: many } }]))
  expect(told.length).toBe(2)
  expect(batchesOf([])).toEqual([])
})
