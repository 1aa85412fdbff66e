import type { Standing } from '@artel/contract/achievements/achievements'
import { beforeEach, expect, test } from 'vitest'
import { stopClockAt } from '../../clock.ts'
import { useTestApp } from '../../testing/app.ts'
import { buildTask } from '../../testing/rows/build.ts'
import { faultsOf } from '../../testing/rows/faults.ts'
import { buildBox, buildScannable, buildSupply } from '../../testing/rows/supplies.ts'
import { buildTeam, signInTeam, type Team } from '../../testing/rows/team.ts'
import { closeDays, judgeWaiting } from './achievements.judge.ts'

const test_ = useTestApp()

let db: Team['db']
let people: Team['people']
let as: Team['as']

const monday = '2026-11-16T09:00:00.000Z'

beforeEach(async () => {
  stopClockAt(monday)
  ;({ db, people, as } = await buildTeam(test_, { staff: { created_at: monday } }))
  return () => stopClockAt(null)
})

const bonus = (amount: number) => as.owner.post('/coins', { user_id: people.staff.id, amount, kind: 'bonus' })
const decide = (settings: object) => as.owner.send('PUT', '/settings', { parent: 'company', settings })
const standingOf = async () => (await as.staff.post('/listing/achievements', {})).body.standing as Standing
const pointsOf = async () => {
  while ((await judgeWaiting(db)) > 0);
  return (await standingOf()).points
}

test('points are the earned coins, minus the coins that were taken back', async () => {
  await bonus(100)
  await as.admin.post('/coins', { user_id: people.staff.id, amount: 30, kind: 'fine', comment: 'Брак' })
  await as.admin.post('/coins', {
    user_id: people.staff.id,
    amount: 40,
    kind: 'adjustment',
    direction: 'in',
    comment: 'Сверка',
  })
  expect(await pointsOf()).toBe(100)
  const given = await as.admin.post('/rewards', {
    user_id: people.staff.id,
    title: 'За порядок',
    coins: 50,
  })
  const [reward] = given.body.rewards as { id: number }[]
  expect(await pointsOf()).toBe(150)
  await as.admin.send('PUT', `/rewards/${reward?.id}`, { coins: 20 })
  expect(await pointsOf()).toBe(120)
  await as.admin.send('DELETE', `/rewards/${reward?.id}`)
  expect(await pointsOf()).toBe(100)
})

test('a reversal subtracts points from the month in which they were earned', async () => {
  const { body } = await bonus(600)
  const [entry] = body.coins as { id: number }[]
  await pointsOf()
  stopClockAt('2026-12-05T12:00:00.000Z')
  await closeDays(db)
  as = await signInTeam(test_.app, people)
  await bonus(5)
  await as.owner.post(`/coins/${entry?.id}/reverse`, { comment: 'Ошибка' })
  expect(await pointsOf()).toBe(5)
  // The month is closed, so its result does not change.
  expect((await standingOf()).finals).toEqual([{ month: '2026-11-01', points: 600, league: 'silver' }])
})

test('lowering a reward subtracts points on the days they were added, newest first', async () => {
  const draft = { user_id: people.staff.id, title: 'За порядок', coins: 100 }
  const { body } = await as.admin.post('/rewards', draft)
  const [reward] = body.rewards as { id: number }[]
  const edit = (coins: number) => as.admin.send('PUT', `/rewards/${reward?.id}`, { coins })
  const days = async () => {
    const rows = db.from('points_days').select(['day', 'points']).where('points', '!=', 0)
    return (await rows.orderBy('day').execute()).map(({ day, points }) => `${day} ${points}`)
  }
  stopClockAt('2026-12-05T12:00:00.000Z')
  as = await signInTeam(test_.app, people)
  await edit(6100)
  expect(await days()).toEqual(['2026-11-16 100', '2026-12-05 6000'])
  await edit(100)
  expect(await days()).toEqual(['2026-11-16 100'])
  await edit(300)
  // This takes back more than the last edit has given.
  await edit(40)
  expect(await days()).toEqual(['2026-11-16 40'])
  await as.admin.send('DELETE', `/rewards/${reward?.id}`)
  expect(await days()).toEqual([])
  expect(await pointsOf()).toBe(0)
})

test('a scan that is taken back leaves the other points in their month, and gives no achievement', async () => {
  const supply_id = await buildSupply(db)
  const box = await buildBox(db, supply_id)
  const product_id = await buildScannable(db, '00012')
  const terms = { user_id: people.staff.id, supply_id, product_id, quantity: 11, coins: 3850 }
  const task = await buildTask(db, people.admin, terms)
  const scans = `/supplies/${supply_id}/box/${box}/scan`
  for (const [scan_id, quantity] of Object.entries({ a: 9, b: 1, c: 1 }))
    await as.staff.post(scans, { barcode: '00012', scan_id, quantity })
  expect((await as.staff.post(`/tasks/${task}/finish`)).body.task).toMatchObject({ status: 'done' })
  const takeBack = async (scanId: string) => {
    expect((await as.staff.send('DELETE', `${scans}/${scanId}`)).statusCode).toBe(200)
    while ((await judgeWaiting(db)) > 0);
    const given = await db.from('achievements').select('achievement').execute()
    const days = db.from('points_days').select(['day', 'points']).where('points', '!=', 0)
    return [given.length, ...(await days.execute()).map(({ day, points }) => `${day} ${points}`)]
  }
  // 3500 points that count twice for a moment would be more than the 6000 of an achievement.
  expect(await takeBack('c')).toEqual([0, '2026-11-16 3500'])
  stopClockAt('2026-12-05T12:00:00.000Z')
  as = await signInTeam(test_.app, people)
  expect(await takeBack('b')).toEqual([0, '2026-11-16 3150'])
  expect(await takeBack('a')).toEqual([0])
  expect(await faultsOf(test_.root, db.companyId)).toEqual([])
})

test('the points of the current month, in the company’s time zone, determine the league', async () => {
  stopClockAt('2026-11-30T20:59:00.000Z')
  as = await signInTeam(test_.app, people)
  await bonus(1500)
  const leagueOf = async () =>
    ((await as.owner.get(`/users/${people.staff.id}`)).body.user as { league: string }).league
  expect(await leagueOf()).toBe('gold')
  expect((await as.owner.post('/users', { league: ['gold'] })).body.users).toMatchObject([
    { id: people.staff.id, league: 'gold' },
  ])
  expect((await as.staff.post('/users?sort_by=full_name', { league: 'gold' })).body.users).toMatchObject([
    { league: 'gold' },
  ])
  await decide({ leagues: { gold: 1600 } })
  expect(await leagueOf()).toBe('silver')
  const sorted = await as.owner.post('/users?sort_by=league&direction=desc', {})
  expect((sorted.body.users as { id: number }[])[0]?.id).toBe(people.staff.id)
  stopClockAt('2026-11-30T21:00:00.000Z')
  expect(await leagueOf()).toBe('bronze')
})
