import type { Call } from '@artel/contract/call'
import { describe, expect, test } from 'vitest'
import { type Caller, callers, type Row } from '../testing/access/row.ts'
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
  'It is a step of the work itself, which the history of the task tells, with who took it and when.': [
    // Media of submitted work write an entry, see the tests of tasks.
    'tasks.start',
    'tasks.pause',
    'tasks.progress',
    'tasks.attach',
    'tasks.detach',
    'tasks.comment',
  ],
  'Scans are a log of their own, with who scanned and who took a scan back.': [
    'supplies.scan',
    'supplies.takeBack',
  ],
  'Prints are a log of their own, with who printed.': ['printers.print', 'printers.again', 'printers.cancel'],
  'The order and the ledger tell who bought what and for how much; a comment stands in the order’s history.':
    ['orders.create', 'orders.update a word about it'],
  'It only asks colleagues for help; what they change for it leaves its own entry.': ['supplies.askForRoom'],
  'The run keeps who began it and what it changed.': ['moySklad.sync', 'moySkladItems.retry'],
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

/**
 * Calls that need a file, a link, a code or a foreign service, which no row provides. Their own tests check
 * the log.
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
])

const nameOf = (row: Row): string => [row.call, row.case].filter(Boolean).join(' ')
const excused = new Set(Object.values(unaudited).flat())
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
