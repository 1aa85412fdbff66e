import type { Call } from '@artel/contract/call'
import { describe, expect, test } from 'vitest'
import { type Caller, callers, type Input, type Row } from '../testing/access/row.ts'
import { rows } from '../testing/access/rows.ts'
import { namelessFields, toldFields } from '../testing/access/told-fields.ts'
import { ask, declared, useStage } from '../testing/access/world.ts'
import { useTestApp } from '../testing/app.ts'

// Generated from all declared calls: a new call must write an entry to the audit log, or be listed below.
const test_ = useTestApp()
const stage = useStage(test_)

/** Calls of admins and owners that write no entry, by reason. */
const unaudited: Record<string, readonly string[]> = {
  'It concerns nobody but the person who calls.': [
    'account.checkPassword',
    'app.setLocale',
    'auth.logout',
    'settings.update user',
    'totp.enable',
    'devices.subscribe',
    'devices.unsubscribe',
    'devices.test',
    'notifications.read',
    'shop.wish',
    'devices.remove',
    'views.create own',
    'instructions.read',
    'hours.start',
    'hours.stop',
    // Ending a session writes an entry. Forgetting known browsers does not.
    'account.endOtherSessions',
  ],
  'It only mails a link to the person themself; opening the link leaves the entry.': [
    'account.changeEmail',
    'auth.forgot',
  ],
  'It only asks colleagues for help; what they change for it leaves its own entry.': ['supplies.askForRoom'],
  'The file keeps who brought it; it is shown nowhere until something is given it.': [
    'multimedia.create',
    'wildberries.photos',
  ],
  'It only reads a file, or what a foreign service says.': ['imports.look', 'wildberries.item'],
  'The companies of these tests have the example already; its own tests find the entry.': [
    'firstSteps.addExample',
  ],
  'A foreign service knocks; what comes of it is in the log of the runs.': ['moySklad.hook'],
}

type Sent = (call: string, input: Input) => Promise<Record<string, unknown>>
type Recorded = {
  reason: string
  calls: readonly string[]
  /** Makes the record as the leader who wants to hide it, and does all that could make it unreadable. */
  hide: (send: Sent) => Promise<Input>
  /** The call by which an owner reads the record afterwards, and what its answer contains. */
  read: string
  left: (personId: number) => object
}

const inputOf = async (name: string): Promise<Input> => {
  const row = rows.find(({ call, case: of }) => call === name && of === undefined)
  return (await row?.make?.(stage.world)) ?? {}
}
const personOf = (id: number) => expect.objectContaining({ id })

/** Calls whose record tells them instead of an entry. Nobody who may make them may make the record unreadable. */
const recorded: readonly Recorded[] = [
  {
    reason: 'Scans are a log of their own, with who scanned and who took a scan back.',
    calls: ['supplies.scan', 'supplies.takeBack'],
    hide: async (send) => {
      const { body, ...box } = await inputOf('supplies.scan')
      const { scan } = await send('supplies.scan', { ...box, ...(body && { body }) })
      const { scan_id } = scan as { scan_id: string }
      await send('supplies.takeBack', { ...box, params: { ...box.params, scan_key: scan_id } })
      await send('supplies.removeBox', box)
      const id = Number(box.params?.supply_id)
      await send('supplies.remove', { id })
      return { id }
    },
    read: 'supplies.scans',
    left: (id) => ({ scans: [{ user: personOf(id), taken_back_at: expect.any(String) }] }),
  },
  {
    reason: 'Prints are a log of their own, with who printed.',
    calls: ['printers.print', 'printers.again', 'printers.cancel'],
    hide: async (send) => {
      const input = await inputOf('printers.print')
      const { print } = await send('printers.print', input)
      await send('printers.cancel', print as { id: number })
      await send('supplies.remove', { id: (input.body as { supply_id: number }).supply_id })
      return {}
    },
    read: 'printers.prints',
    left: (id) => ({ prints: expect.arrayContaining([expect.objectContaining({ user: personOf(id) })]) }),
  },
  {
    reason:
      'The order and the ledger tell who bought what and for how much; a comment stands in the order’s history.',
    calls: ['orders.create', 'orders.update a word about it'],
    hide: async (send) => {
      const input = await inputOf('orders.create')
      const { order } = (await send('orders.create', input)) as { order: { id: number } }
      await send('orders.update', { id: order.id, body: { comment: 'Завтра' } })
      await send('orders.update', { id: order.id, body: { status: 'cancelled', comment: 'Нет' } })
      await send('shop.remove', { id: (input.body as { item_id: number }).item_id })
      return { id: order.id }
    },
    read: 'orders.get',
    left: (id) => ({
      order: {
        user: personOf(id),
        history: expect.arrayContaining([expect.objectContaining({ comment: 'Завтра' })]),
      },
    }),
  },
  {
    reason: 'The run keeps who began it and what it changed.',
    calls: ['moySklad.sync', 'moySkladItems.retry'],
    hide: async (send) => {
      await send('moySklad.sync', await inputOf('moySklad.sync'))
      await send('moySklad.disconnect', {})
      return {}
    },
    read: 'moySklad.runs',
    left: (id) => ({ runs: [{ user: personOf(id) }] }),
  },
]

/**
 * Calls that this test cannot make, because the table of access builds no file, link, code, running task or foreign
 * service. The tests of their features check that they write an entry.
 */
const toldByTheirTests = new Set([
  'products.import',
  'supplies.import',
  'localizations.import',
  'imports.undo',
  'wildberries.connect',
  'auth.reset',
  'auth.verifyEmail',
  'account.changePassword',
  'account.endSession',
  'totp.confirm',
  'totp.disable',
  'multimedia.free',
  'tasks.pause',
])

const nameOf = (row: Row): string => [row.call, row.case].filter(Boolean).join(' ')
const excused = new Set([...Object.values(unaudited).flat(), ...recorded.flatMap(({ calls }) => calls)])
const isExcused = (row: Row): boolean => excused.has(row.call) || excused.has(nameOf(row))

const leaders = ['admin', 'owner'] as const
const isAnswered = (row: Row, caller: Caller): boolean => (row.expect[callers.indexOf(caller)] ?? 500) < 400
const writing = rows.filter(({ call }) => declared[call]?.effect !== 'read')
const audited = writing.filter((row) => !isExcused(row))

const left = new Map<string, number>()

const look = async (): Promise<string> => JSON.stringify(await stage.look())

const countEntries = async (): Promise<number> => {
  const { db } = stage.world
  const { count } = await db
    .from('audit')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

describe.each(leaders)('a change by the %s is logged', (caller) => {
  const asked = audited.filter((row) => isAnswered(row, caller)).map((row) => ({ name: nameOf(row), row }))

  test.each(asked)('$name', async ({ row }) => {
    const call = declared[row.call] as Call // the filter above ensures it
    const endsSession = row.call === 'auth.logout' || row.call === 'auth.login'
    const client = endsSession ? await stage.signIn(caller) : stage.clients[caller]
    const input = (await row.make?.(stage.world)) ?? {}
    const [before, entries] = [await look(), await countEntries()]
    expect((await ask(client, call, input)).statusCode).toBeLessThan(400)
    const written = (await countEntries()) - entries
    left.set(row.call, (left.get(row.call) ?? 0) + written)
    // A call that changes nothing writes no entry.
    const hasChanged = (await look()) !== before
    expect({ isTold: written > 0, hasChanged }).not.toEqual({ isTold: false, hasChanged: true })
  })
})

describe.each(leaders)('what the %s cannot hide, because owners still read it:', (caller) => {
  test.each(recorded)('$reason', async ({ hide, read, left: kept }) => {
    const input = await hide(async (name, sent) => {
      const answer = await ask(stage.clients[caller], declared[name] as Call, sent) // named by this file
      // A role that may not do it is answered 403, and an item that was bought cannot be deleted.
      expect([200, 201, 403, 409]).toContain(answer.statusCode)
      return answer.body
    })
    const { statusCode, body } = await ask(stage.clients.owner, declared[read] as Call, input) // as above
    expect([statusCode, body]).toMatchObject([200, kept(stage.world.people[caller].id)])
  })
})

test('every writing call that is not exempt leaves an entry', () => {
  const silent = [...new Set(audited.map(({ call }) => call))].filter(
    (call) => !left.get(call) && !toldByTheirTests.has(call),
  )
  expect(silent).toEqual([])
})

test('every told field has a name, and none is the version of a row', async () => {
  expect((await toldFields(stage.world.db)).length).toBeGreaterThan(100)
  expect(await namelessFields(stage.world.db)).toEqual([])
})

test('the exemptions name only existing calls', () => {
  const names = new Set(writing.flatMap((row) => [row.call, nameOf(row)]))
  expect([...excused, ...toldByTheirTests].filter((name) => !names.has(name))).toEqual([])
})
