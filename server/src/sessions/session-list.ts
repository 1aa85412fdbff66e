import type { SignedInDevice } from '@artel/contract/account/account'
import type { Actor } from '../access/actor.ts'
import { now } from '../clock.ts'
import type { Root } from '../database/connection/open.ts'
import { lockPerson } from '../database/lock-person.ts'
import { hashToken, makeToken } from '../token.ts'
import { nameDevice } from './device-name.ts'
import type { Origin } from './session.ts'
import { isLive } from './session-life.ts'

type Person = Pick<Actor, 'companyId' | 'userId'>

/** The person's live sessions, the most recently used first. `token` is that of the calling session. */
export async function listSessions(root: Root, person: Person, token: string): Promise<SignedInDevice[]> {
  const rows = await root
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'address', 'last_seen_at', 'token_hash'])
    .where('company_id', '=', person.companyId)
    .where('user_id', '=', person.userId)
    .where(isLive(now().getTime()))
    .orderBy('last_seen_at', 'desc')
    .execute()
  const current = hashToken(token)
  return rows.map(({ user_agent, token_hash, ...row }) => ({
    ...row,
    device: nameDevice(user_agent),
    is_current: token_hash.equals(current),
  }))
}

/** @returns the origin of the session, or null if the person has no such session */
export async function endSession(root: Root, person: Person, id: number): Promise<Origin | null> {
  await lockPerson(root, person)
  const query = ofPerson(root, person).where('id', '=', id).returning(['user_agent', 'address'])
  const ended = await query.executeTakeFirst()
  return ended ? { device: nameDevice(ended.user_agent), address: ended.address } : null
}

/** Ends all sessions of the person but the session `token`. @returns the origin of each */
export async function endOtherSessions(root: Root, person: Person, token: string): Promise<Origin[]> {
  await lockPerson(root, person)
  await deleteLooseDevices(root, person)
  const others = ofPerson(root, person).where('token_hash', '!=', hashToken(token))
  const ended = await others.returning(['user_agent', 'address']).execute()
  return ended.map(({ user_agent, address }) => ({ device: nameDevice(user_agent), address }))
}

export async function endAllSessions(root: Root, person: Person): Promise<void> {
  await lockPerson(root, person)
  await deleteLooseDevices(root, person)
  await ofPerson(root, person).execute()
}

/** Gives the session `token` a new token and ends all other sessions of the person. @returns the new token */
export async function renewSession(root: Root, person: Person, token: string): Promise<string> {
  await deleteLooseDevices(root, person)
  const renewed = `u.${makeToken()}`
  const fresh = hashToken(renewed)
  await root
    .updateTable('sessions')
    .set({ token_hash: fresh })
    .where('token_hash', '=', hashToken(token))
    .execute()
  await ofPerson(root, person).where('token_hash', '!=', fresh).execute()
  return renewed
}

/**
 * Deletes push devices whose session has expired. A device of a live session ends with that session. The
 * others would receive messages about the person's pay forever.
 */
const deleteLooseDevices = (root: Root, { companyId, userId }: Person) =>
  root
    .deleteFrom('push_devices')
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .where('session_hash', 'is', null)
    .execute()

const ofPerson = (root: Root, { companyId, userId }: Person) =>
  root.deleteFrom('sessions').where('company_id', '=', companyId).where('user_id', '=', userId)
