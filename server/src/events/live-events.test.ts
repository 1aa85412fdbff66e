import type { KyselyPlugin } from 'kysely'
import { pino } from 'pino'
import { expect, inject, onTestFinished, test } from 'vitest'
import type { Announcement } from '../database/announcement.ts'
import { useTestApp } from '../testing/app.ts'
import { openLiveEvents } from './live-events.ts'

const test_ = useTestApp()

const eventOf = (companyId: number, audience: Announcement['audience']): Announcement => ({
  companyId,
  audience,
  event: { entity: 'notification', id: companyId, action: 'create' },
})
const people = (count: number) => Array.from({ length: count }, (_, index) => 10_000 + index)
/** Company ids that no other test uses. */
const [probe, first, second, third] = [900_000_000, 900_000_001, 900_000_002, 900_000_003]

/**
 * The events of these three companies that a second process receives, and the first process with `plugins` on
 * its statements.
 */
async function openTwo(plugins: readonly KyselyPlugin[] = []) {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) })
  const root = plugins.reduce((connection, plugin) => connection.withPlugin(plugin), test_.root)
  const [here, there] = [
    openLiveEvents(root, inject('connection'), log),
    openLiveEvents(test_.root, inject('connection'), log),
  ]
  onTestFinished(async () => {
    await here.close()
    await there.close()
  })
  const heard: Announcement[] = []
  let isListening = false
  there.subscribe((told) => {
    isListening ||= told.companyId === probe
    if ([first, second, third].includes(told.companyId)) heard.push(told)
  })
  await expect
    .poll(() => {
      there.publish([eventOf(probe, 'everyone')])
      return isListening
    })
    .toBe(true)
  return { here, heard, lines }
}

test('an event for 3000 people reaches all of them, along with events of other companies', async () => {
  const { here, heard, lines } = await openTwo()
  const many = people(3000)
  here.publish([
    eventOf(first, 'everyone'),
    // As many events for fifty users each as a push once caused.
    ...Array.from({ length: 60 }, (_, index) =>
      eventOf(second, { only: many.slice(index * 50, index * 50 + 50) }),
    ),
    eventOf(second, { only: many }),
    eventOf(third, 'everyone'),
  ])
  await expect.poll(() => heard.at(-1)?.companyId).toBe(third)
  const reached = heard.flatMap(({ audience }) =>
    typeof audience === 'object' && 'only' in audience ? audience.only : [],
  )
  expect(heard[0]).toEqual(eventOf(first, 'everyone'))
  expect(reached).toEqual([...many, ...many])
  expect(lines).toEqual([])
})

test('sends the other batches when one batch fails', async () => {
  let statements = 0
  const failsOnce: KyselyPlugin = {
    transformQuery: ({ node }) => {
      if (++statements === 1) throw new Error('the connection was cut')
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const { here, heard, lines } = await openTwo([failsOnce])
  here.publish([
    eventOf(first, { only: people(1000) }),
    eventOf(second, { only: people(1000) }),
    eventOf(third, []),
  ])
  await expect.poll(() => heard.at(-1)?.companyId).toBe(third)
  expect(heard.some(({ companyId }) => companyId === second)).toBe(true)
  expect(lines.length).toBe(1)
})
