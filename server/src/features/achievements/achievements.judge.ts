import { ruleOf } from '@artel/contract/achievements/achievements.line'
import type { AchievementCode } from '@artel/contract/company/company.line'
import { nowIso, wallClock } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { shiftDay } from '../../days.ts'
import { Slices } from '../../slices.ts'
import { getCompany } from '../company/company.ts'
import { post, postGroups } from '../ledger/ledger.ts'
import { notifyAchieved } from './achievements.notifications.ts'
import {
  findStates,
  findVeterans,
  findWaiting,
  insertAwards,
  insertCloses,
  insertFinals,
  keepStates,
  lockBook,
  numberEvents,
  type Stretch,
  updateBook,
} from './achievements.queries.ts'
import { type Award, type Final, type Happening, judge, type Team } from './achievements.rules.ts'

/** Maximum events of one batch; the next batch takes the rest. */
export const maxEvents = 2000

/** Hours from midnight to the close of a day, for night shifts to end and forgotten ones to be closed. */
const hoursAfterMidnight = 12
/** Maximum days closed in one batch, after the server was down for long. */
const maxDays = 400

/** Closes the days that have ended. @returns how many */
export async function closeDays(db: Db, at = nowIso()): Promise<number> {
  const { closed_on } = await lockBook(db)
  const { timezone } = await getCompany(db)
  const over = shiftDay(
    wallClock(at, timezone - hoursAfterMidnight)
      .toISOString()
      .slice(0, 10),
    -1,
  )
  const days: string[] = []
  for (let day = shiftDay(closed_on, 1); day <= over && days.length < maxDays; day = shiftDay(day, 1))
    days.push(day)
  if (days.length === 0) return 0
  await insertCloses(db, days, at)
  await updateBook(db, { closed_on: days.at(-1) ?? closed_on })
  return days.length
}

/**
 * Judges events in their order, in slices of the event loop, because the work at the end of a day grows with
 * the number of people.
 */
export async function judgeInSlices(
  team: Team,
  events: readonly Happening[],
  onOutcome: (outcome: ReturnType<typeof judge>) => void,
): Promise<void> {
  const slices = await Slices.begin()
  for (const happened of events) {
    if (slices.isOver) await slices.next()
    onOutcome(judge(team, happened))
  }
}

/**
 * Judges the next events of a company, and gives the earned achievements with their coins. Their time is now,
 * or the end of a stretch of a generated history. @returns the number of judged events; `maxEvents` means
 * more may wait
 */
export async function judgeWaiting(db: Db, stretch: Stretch | null = null): Promise<number> {
  const { judged, rules } = await lockBook(db)
  const waiting = await findWaiting(db, maxEvents, stretch)
  if (waiting.length === 0) return 0
  const isDayOver = waiting.some(({ kind }) => kind === 'close')
  const named = [...new Set(waiting.flatMap(({ user_id }) => user_id ?? []))]
  const team: Team = { rules, people: await findStates(db, isDayOver ? 'all' : named) }
  const finals: Final[] = []
  const awards: (Award & { coins: number })[] = []
  await judgeInSlices(team, waiting, (outcome) => {
    finals.push(...outcome.finals)
    awards.push(
      ...outcome.awards.map((award) => ({ ...award, coins: ruleOf(team.rules, award.achievement).coins })),
    )
  })
  await numberEvents(
    db,
    waiting.map(({ id }) => id),
    judged,
  )
  await keepStates(db, team.people)
  await updateBook(db, { judged: judged + waiting.length, rules: JSON.stringify(team.rules) })
  await insertFinals(db, finals)
  const given = await giveAwards(db, awards, stretch?.until ?? nowIso())
  // A generated history sends no notifications.
  if (stretch === null) await notifyAchieved(db, null, given)
  return waiting.length
}

/** Gives the achievements that were not given yet, with their coins. @returns those given now */
export async function giveAwards(
  db: Db,
  awards: readonly (Award & { coins: number })[],
  created_at: string,
): Promise<Given[]> {
  const due = await withoutEarlyVeterans(db, awards, created_at)
  const given = await insertAwards(
    db,
    due.map((award) => ({ ...award, created_at })),
  )
  await payAchievements(db, null, given, created_at)
  for (const { id, user_id } of given) db.announce({ entity: 'achievement', id, action: 'create' }, [user_id])
  return given
}

/** Less than a year, because a corrected first day of work may bring the next anniversary forward. */
const veteranAgainMs = 300 * 86_400_000

async function withoutEarlyVeterans<One extends Award>(
  db: Db,
  awards: readonly One[],
  at: string,
): Promise<readonly One[]> {
  const isVeteran = ({ achievement }: Award) => achievement === 'veteran'
  const people = awards.filter(isVeteran).map(({ user_id }) => user_id)
  if (people.length === 0) return awards
  const since = new Date(Date.parse(at) - veteranAgainMs).toISOString()
  const early = await findVeterans(db, people, since)
  return awards.filter((award) => !isVeteran(award) || !early.has(award.user_id))
}

type Given = { id: number; user_id: number; achievement: AchievementCode; coins: number }

export async function payAchievements(
  db: Db,
  by: Parameters<typeof post>[1],
  given: readonly Given[],
  at: string,
): Promise<void> {
  const postings = given
    .filter(({ coins }) => coins > 0)
    .map(({ id, user_id, coins }) => ({
      ledger: 'coins' as const,
      kind: 'achievement' as const,
      comment: null,
      approved_by: by?.userId ?? null,
      user_id,
      amount: coins,
      source: { type: 'achievement', id } as const,
      key: `achievement:${id}`,
    }))
  if (by !== null) await post(db, by, postings, at)
  else {
    // Each posting is a group of its own, so that a person whose account is full does not block the others.
    const each = postings.map((posting) => [posting])
    await postGroups(db, null, each, at)
  }
}
