import { nextWorkingMoment } from '@artel/contract/hours/work-time'
import { type AutomaticKind, automaticKinds, wordsOfCopy } from '@artel/contract/pushes/pushes.line'
import { now } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { findSay } from '../../texts/company-texts.ts'
import type { Say } from '../../texts/said-texts.ts'
import { getCompany } from '../company/company.ts'
import { type Copy, queueCopies } from '../devices/devices.ts'
import { freshMs, isUrgent } from './notifications.copies.rules.ts'
import { findReached, markCopied, type Reached, type Told } from './notifications.queries.ts'
import { describeNotification, needsSay, valuesOf } from './notifications.texts.ts'

type Automatic = Reached & { kind: AutomaticKind }

const isAutomatic = <T extends { kind: string }>(one: T): one is T & { kind: AutomaticKind } =>
  automaticKinds.some((kind) => kind === one.kind)

/**
 * Queues a copy of each notification for each device of its recipient, in the same transaction. Copies for
 * people who are not on shift wait for the next working time. A copy that expires before then is not queued.
 */
export async function copyToDevices(db: Db, actorId: number | null, told: readonly Told[]): Promise<void> {
  const copied = told.filter(isAutomatic)
  if (copied.length === 0) return
  const reached = (await findReached(db, actorId, copied)).filter(isAutomatic)
  if (reached.length === 0) return
  const at = now().getTime()
  const workAt = await nextWork(db, at, reached)
  const say = await findSay(db, reached.some(needsSay))
  const copies = reached.flatMap((one) =>
    copyOf(one, say, at, one.is_awake || isUrgent(one.kind) ? at : workAt),
  )
  if (copies.length === 0) return
  await markCopied(db, [...new Set(copies.map(({ notification_id }) => notification_id ?? 0))])
  await queueCopies(db, copies)
}

/** The next working time by the company's schedule; now, if work goes on or there is no schedule. */
async function nextWork(db: Db, at: number, reached: readonly Automatic[]): Promise<number> {
  if (reached.every(({ is_awake, kind }) => is_awake || isUrgent(kind))) return at
  return nextWorkingMoment(await getCompany(db), at)
}

function copyOf(one: Automatic, say: Say, at: number, dueAt: number): Copy[] {
  const expiresAt = at + freshMs(one.kind, one.params)
  if (dueAt >= expiresAt) return []
  const actor = one.actor ?? undefined
  const reader = { language: one.language, say }
  const usual = describeNotification(reader, one.kind, one.params, actor)
  const values = valuesOf(reader, one.params, actor)
  return [
    {
      device_id: one.device_id,
      notification_id: one.notification_id,
      tag: `n${one.notification_id}`,
      ...wordsOfCopy(one.kind, one, usual, values),
      url: one.url,
      is_urgent: isUrgent(one.kind),
      due_at: new Date(dueAt).toISOString(),
      expires_at: new Date(expiresAt).toISOString(),
    },
  ]
}
