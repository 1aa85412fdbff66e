import { isDeepStrictEqual } from 'node:util'
import type {
  AutomaticPushes,
  AutomaticPushesPatch,
  Push,
  PushAudience,
  PushDraft,
  PushPatch,
} from '@artel/contract/pushes/pushes'
import type { Pagination } from '@artel/contract/shapes/list'
import type { Actor } from '../../access/actor.ts'
import type { Allowed } from '../../access/allowed.ts'
import { now, nowIso } from '../../clock.ts'
import type { Root } from '../../database/connection/open.ts'
import type { Db } from '../../database/db.ts'
import { ApiError, fieldError, LimitError } from '../../errors/errors.ts'
import { changedFields, changedSince, nextVersion, refuseStale } from '../../errors/stale.ts'
import { queueJob } from '../../jobs/jobs.ts'
import { changesOf, findLastChange, writeAudit } from '../audit/audit.ts'
import { findAutomatics, getAutomatics, setAutomatics } from '../notifications/notifications.ts'
import { startPush, startPushJob } from './pushes.course.ts'
import { rightsTo, toManage } from './pushes.policy.ts'
import {
  countMeant,
  deletePushRow,
  findActive,
  findPushRow,
  findWarehouses,
  insertPush,
  type LockedPush,
  listPushRows,
  lockPushRow,
  type PushFilters,
  type PushQuery,
  updatePushRow,
} from './pushes.queries.ts'

type Managed = Allowed<LockedPush, 'manage'>

const dayMs = 86_400_000
/** A given time may be this far in the past, ms, because the clock of a browser may be slow. */
const patienceMs = 60_000

export async function listPushes(
  db: Db,
  actor: Actor,
  filters: PushFilters,
  query: PushQuery,
): Promise<{ pushes: Push[]; pagination: Pagination }> {
  const { rows, pagination } = await listPushRows(db, actor, filters, query)
  return { pushes: rows.map((row) => ({ ...row, can: rightsTo(actor, row) })), pagination }
}

/** @throws ApiError not_found */
export async function getPush(db: Db, actor: Actor, id: number): Promise<Push> {
  const row = await findPushRow(db, id)
  if (!row) throw new ApiError('not_found')
  return { ...row, can: rightsTo(actor, row) }
}

/**
 * Sends a push now, or schedules it. `root` is the transaction of `db`.
 * @returns its id @throws ApiError 422 at the field; LimitError
 */
export async function createPush(root: Root, db: Db, actor: Actor, draft: PushDraft): Promise<number> {
  const send_at = timeOf(draft.send_at)
  await refuseStrangers(db, draft.audience)
  const stamps = { created_by: actor.userId, created_at: nowIso() }
  const id = await insertPush(db, { ...draft, send_at: send_at ?? nowIso(), ...stamps })
  const after = told({ ...draft, send_at: send_at ?? nowIso() })
  await writeAudit(db, actor, { action: 'create', entity: 'push', id, title: draft.title, after })
  db.announce({ entity: 'push', id, action: 'create' }, [])
  await begin(root, db, id, send_at)
  return id
}

/** Returns a future time, or null for now. @throws ApiError 422 if it is past or too far ahead */
function timeOf(sendAt: string | null): string | null {
  if (sendAt === null) return null
  const ahead = Date.parse(sendAt) - now().getTime()
  if (ahead < -patienceMs) throw fieldError('send_at', 'in_past')
  if (ahead > 366 * dayMs) throw fieldError('send_at', 'too_far')
  return ahead > 0 ? sendAt : null
}

/** @throws ApiError 422 at the first person who is not active, or the first warehouse that does not exist */
async function refuseStrangers(db: Db, { user_ids = [], warehouse_ids = [] }: PushAudience): Promise<void> {
  if (user_ids.length > 0) {
    const active = await findActive(db, user_ids)
    const stranger = user_ids.findIndex((id) => !active.has(id))
    if (stranger >= 0) throw fieldError(`audience.user_ids.${stranger}`, 'no_such_user')
  }
  if (warehouse_ids.length > 0) {
    const known = await findWarehouses(db, warehouse_ids)
    const unknown = warehouse_ids.findIndex((id) => !known.has(id))
    if (unknown >= 0) throw fieldError(`audience.warehouse_ids.${unknown}`, 'no_such_warehouse')
  }
}

/** Starts a push now or at its time. @throws ApiError 422 if it reaches nobody now, too_many_pushes */
async function begin(root: Root, db: Db, id: number, sendAt: string | null): Promise<void> {
  if (sendAt !== null) {
    await queueJob(db, startPushJob, { company_id: db.companyId, id }, { startAfter: new Date(sendAt) })
    return
  }
  const told = await startPush(root, db, id).catch((error: unknown) => {
    throw error instanceof LimitError ? new LimitError(error.retryAfterSeconds, 'too_many_pushes') : error
  })
  if (told === 0) throw fieldError('audience', 'nobody_there')
}

/** Locks the row until the transaction ends. @throws ApiError not_found; wrong_state once it has started */
export async function lockScheduled(db: Db, actor: Actor, id: number): Promise<Managed> {
  const row = await lockPushRow(db, id)
  if (!row) throw new ApiError('not_found')
  const push = toManage(actor, row)
  if (push.status !== 'scheduled') throw new ApiError('wrong_state')
  return push
}

/** Updates a push. `root` is the transaction of `db`. @throws ApiError 422 at the field; stale; LimitError */
export async function updatePush(
  root: Root,
  db: Db,
  actor: Actor,
  push: Managed,
  patch: PushPatch,
): Promise<void> {
  const { version, send_at: asked, ...rest } = patch
  const sendAt = asked === undefined || asked === push.send_at ? undefined : timeOf(asked)
  const fields = { ...rest, ...(sendAt !== undefined && { send_at: sendAt ?? nowIso() }) }
  const { id } = push
  await refuseStale(version, push, fields, {
    findChanged: (since) => changedSince(push, since),
    findChange: (names) => findLastChange(db, 'push', id, names),
    readCurrent: () => getPush(db, actor, id),
  })
  const changed = changedFields<LockedPush>(push, fields)
  if (Object.keys(changed).length === 0) return
  if (changed.audience) await refuseStrangers(db, changed.audience)
  await updatePushRow(db, id, { ...changed, ...nextVersion(push, changed) })
  const changes = changesOf(told(push), told({ ...push, ...changed }))
  await writeAudit(db, actor, { action: 'update', entity: 'push', id, title: push.title, ...changes })
  db.announce({ entity: 'push', id, action: 'update' }, [])
  if (sendAt !== undefined) await begin(root, db, id, sendAt)
}

/** Cancels a scheduled push. */
export async function deletePush(db: Db, actor: Actor, push: Managed): Promise<void> {
  await deletePushRow(db, push.id)
  const entry = { entity: 'push', id: push.id, title: push.title } as const
  await writeAudit(db, actor, { ...entry, action: 'delete', before: told(push) })
  db.announce({ entity: 'push', id: push.id, action: 'delete' }, [])
}

/** The fields of a push in the audit log. */
const told = ({ title, body, url, audience, send_at }: Told) => ({
  title,
  body,
  url,
  send_at,
  audience_all: audience.all ?? null,
  audience_types: audience.types?.join(', ') ?? null,
  audience_leagues: audience.leagues?.join(', ') ?? null,
  audience_user_ids: audience.user_ids?.join(', ') ?? null,
  audience_warehouses: audience.warehouse_ids?.join(', ') ?? null,
  audience_on_shift: audience.is_on_shift ?? null,
})
type Told = Pick<LockedPush, 'title' | 'body' | 'url' | 'audience' | 'send_at'>

/** Counts the people in an audience now, and those of them who would get a copy on a device. */
export async function countAudience(db: Db, audience: PushAudience) {
  await refuseStrangers(db, audience)
  return countMeant(db, audience)
}

/** Changes the settings of automatic pushes. */
export async function changeAutomatics(
  db: Db,
  actor: Actor,
  patch: AutomaticPushesPatch,
): Promise<AutomaticPushes> {
  const before = await setAutomatics(db, patch)
  const present = await findAutomatics(db)
  const changes = changesOf(toldAutomatics(before), toldAutomatics(present))
  const after = await getAutomatics(db)
  if (isDeepStrictEqual(before, present)) return after
  await writeAudit(db, actor, { action: 'settings_change', entity: 'push', id: null, ...changes })
  db.announce({ entity: 'push', id: 0, action: 'update' }, [])
  return after
}

type Choices = Awaited<ReturnType<typeof findAutomatics>>

const toldAutomatics = (choices: Choices) =>
  Object.fromEntries(
    Object.entries(choices).flatMap(([kind, { on, title, body }]) => [
      [`automatic_${kind}`, on],
      [`automatic_${kind}_text`, toldText(title, body)],
    ]),
  )

type Texts = Choices[keyof Choices]['title']

/** Returns one text if both languages are equal, otherwise one below the other. Each text is a line. */
function toldText(title: Texts, body: Texts): string | null {
  const [en, ru] = [toldLines(title.en, body.en), toldLines(title.ru, body.ru)]
  if (en === ru) return ru
  return `ru: ${ru ?? '—'}\nen: ${en ?? '—'}`
}

const toldLines = (title: string | null, body: string | null): string | null =>
  body === null ? title : `${title ?? '—'}\n${body}`
