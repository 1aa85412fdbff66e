import type { UserType } from '@artel/contract/access'
import { weekdays } from '@artel/contract/company.line'
import type { WorkSchedule } from '@artel/contract/work-time'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../database/db.ts'
import type { Root } from '../database/open.ts'
import { buildCompany, buildUser, type TestUser } from './build.ts'
import { TestClient } from './client.ts'

export type PeopleByType = Record<UserType, TestUser>
export type ClientsByType = Record<UserType, TestClient>

/**
 * A company whose day is from 09:00 to 18:00 with lunch at 13:00 and asks for eight hours, three hours ahead of UTC; and
 * one person of each type.
 */
export async function buildWorkday(root: Root): Promise<{ db: Db; people: PeopleByType }> {
  const db = await buildCompany(root, 3)
  const hours = { working_hours_from: '09:00', working_hours_to: '18:00' }
  await db.updateCompany({ ...hours, lunch_from: '13:00', lunch_to: '14:00' })
  const build = (type: UserType) => buildUser(root, db, type)
  return {
    db,
    people: { staff: await build('staff'), admin: await build('admin'), owner: await build('owner') },
  }
}

export async function signInAll(app: FastifyInstance, people: PeopleByType): Promise<ClientsByType> {
  const signIn = (type: UserType) => TestClient.signIn(app, people[type])
  return { staff: await signIn('staff'), admin: await signIn('admin'), owner: await signIn('owner') }
}

const unset = {
  working_hours_from: null,
  working_hours_to: null,
  first_break_from: null,
  first_break_to: null,
  lunch_from: null,
  lunch_to: null,
  second_break_from: null,
  second_break_to: null,
}

export const weekOf = (isWorking: (index: number) => boolean) =>
  Object.fromEntries(weekdays.map((name, index) => [name, isWorking(index)])) as WorkSchedule['working_days'] // all seven

/** A schedule of Monday to Friday without hours, three hours ahead of UTC, but for what is given. */
export const makeSchedule = (fields: Partial<WorkSchedule>): WorkSchedule => ({
  ...unset,
  working_days: weekOf((index) => index < 5),
  timezone: 3,
  ...fields,
})
