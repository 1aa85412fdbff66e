import type { UserType } from '@artel/contract/access'
import type { FastifyInstance } from 'fastify'
import type { Db, Draft } from '../../database/db.ts'
import type { TestApp } from '../app.ts'
import { TestClient } from '../client.ts'
import { buildCompany, buildUser, type TestUser } from './build.ts'

export type Team = { db: Db; people: Record<UserType, TestUser>; as: Record<UserType, TestClient> }

/** A company with one user of each type, all signed in. `fields` override the columns of each user. */
export async function buildTeam(
  { root, app }: TestApp,
  fields: { [Type in UserType]?: Partial<Draft<'users'>> } = {},
): Promise<Team> {
  const db = await buildCompany(root)
  const people = {
    staff: await buildUser(root, db, 'staff', fields.staff),
    admin: await buildUser(root, db, 'admin', fields.admin),
    owner: await buildUser(root, db, 'owner', fields.owner),
  }
  return { db, people, as: await signInTeam(app, people) }
}

/** Signs the team in again after a test moved the clock, because sessions expire. */
export async function signInTeam(app: FastifyInstance, people: Team['people']): Promise<Team['as']> {
  return {
    staff: await TestClient.signIn(app, people.staff),
    admin: await TestClient.signIn(app, people.admin),
    owner: await TestClient.signIn(app, people.owner),
  }
}

/** Whether this email and password can sign in. */
export async function canSignIn({ app }: TestApp, login: string, password: string): Promise<boolean> {
  const guest = await TestClient.guest(app)
  return (await guest.post('/auth/login', { login, password })).statusCode === 200
}
