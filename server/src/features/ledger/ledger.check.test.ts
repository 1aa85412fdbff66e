import type { LedgerCheck } from '@artel/contract/ledger/ledger'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Db } from '../../database/db.ts'
import { useLoneTestApp } from '../../testing/installation.ts'
import { workJobs } from '../../testing/outbox.ts'
import { buildEntry, harm } from '../../testing/rows/harm.ts'
import { buildTeam, type Team } from '../../testing/rows/team.ts'

// On a database of its own, because this test disables triggers.
const test_ = useLoneTestApp()

const checkTonight = () => workJobs(test_.root, ['check-all-balances'])

const readCheck = async ({ as }: Team) =>
  (await as.owner.get('/ledger/check')).body.check as LedgerCheck | null // by the contract

const newsOf = (db: Db) =>
  db.from('notifications').select(['user_id', 'url']).where('kind', '=', 'ledger_fault').execute()

async function buildLedger(): Promise<Team> {
  const team = await buildTeam(test_)
  for (const amount of [100, 200, 300]) await buildEntry(team.db, team.people.staff, { amount })
  await buildEntry(team.db, team.people.staff, { amount: 10, ledger: 'coins' })
  return team
}

const faultOf = ({ people }: Team, ledger: string, balance: number, sum: number) => ({
  ledger,
  balance,
  sum,
  user_id: people.staff.id,
  user: expect.objectContaining({ id: people.staff.id, full_name: 'Дарья Климова' }),
})

test('shows the owner that balances match, and notifies nobody', async () => {
  const team = await buildLedger()
  expect(await readCheck(team)).toBeNull()
  await checkTonight()
  expect(await readCheck(team)).toMatchObject({ entries: 4, faults: [] })
  expect(await newsOf(team.db)).toEqual([])
})

test.each<[string, (team: Team) => ReturnType<typeof sql>, string, number, number]>([
  [
    'an amount that was changed',
    (of) =>
      sql`update ledger_entries set amount = 250 where amount = 200 and company_id = ${of.db.companyId}`,
    'money',
    600,
    650,
  ],
  [
    'an entry that was deleted',
    (of) => sql`delete from ledger_entries where amount = 300 and company_id = ${of.db.companyId}`,
    'money',
    600,
    300,
  ],
  [
    'a balance that was changed',
    (of) => sql`update accounts set balance = 11 where balance = 10 and company_id = ${of.db.companyId}`,
    'coins',
    11,
    10,
  ],
  [
    'a balance after an entry that was changed',
    (of) =>
      sql`update ledger_entries set balance = 301 where balance = 300 and company_id = ${of.db.companyId}`,
    'money',
    600,
    600,
  ],
  [
    'all that was ever given',
    (of) => sql`update accounts set credited = 9 where credited = 10 and company_id = ${of.db.companyId}`,
    'coins',
    10,
    10,
  ],
])('%s is found, and the owners are notified', async (_, wrong, ledger, balance, sum) => {
  const [team, other] = [await buildLedger(), await buildLedger()]
  await harm(test_.root, (connection) => wrong(team).execute(connection))
  await checkTonight()
  expect((await readCheck(team))?.faults).toEqual([faultOf(team, ledger, balance, sum)])
  expect(await newsOf(team.db)).toEqual([{ user_id: team.people.owner.id, url: '/money' }])
  // The other company is not affected.
  expect((await readCheck(other))?.faults).toEqual([])
  expect(await newsOf(other.db)).toEqual([])
})

test('staff and admins cannot see the check', async () => {
  const { as } = await buildLedger()
  for (const client of [as.staff, as.admin]) {
    const { statusCode, body } = await client.get('/ledger/check')
    expect([statusCode, body.code]).toEqual([403, 'forbidden'])
  }
})
