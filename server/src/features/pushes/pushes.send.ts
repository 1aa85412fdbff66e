import { setTimeout as sleep } from 'node:timers/promises'
import { now } from '../../clock.ts'
import type { Root } from '../../database/connection/open.ts'
import type { Db } from '../../database/db.ts'
import { queueJob } from '../../jobs/jobs.ts'
import {
  claimDeliveries,
  dropStale,
  dueOrigins,
  isStillMeant,
  maxTries,
  nextDue,
  type Outcome,
  pauseAfter,
  postpone,
  saveDeliveryResults,
  sendingKind,
  type TakenCopy,
} from '../devices/devices.ts'
import { markDelivered } from '../notifications/notifications.ts'
import type { Answer, PushClient } from './pushes.client.ts'
import { refreshPushJob } from './pushes.course.ts'
import { faultKind } from './pushes.faults.ts'
import type { Pauses, Recipient } from './pushes.pauses.ts'
import { findPushesOf } from './pushes.queries.ts'

/** Push services served concurrently, so that one that hangs does not block the others. */
const maxOrigins = 8
/** Concurrent messages to one push service. */
const atOnce = 24
const taken = 240
const settledAtOnce = 60
/** Lease of a batch, ms. It is longer than a batch can take before its push service is paused. */
const leaseMs = 180_000
/** For this time after it was claimed, a copy is sent without another look at its device and person, ms. */
const freshMs = 1000
/** A run starts new batches for this time, ms; the next run continues. */
const runMs = 300_000
/** Pause of a device after its push service rejected our signature, ms. */
const unsignedMs = 3_600_000
const unaskedMs = 60_000
const longestWaitMs = 3_600_000

type Run = {
  root: Root
  companyDb: (companyId: number) => Db
  signal: AbortSignal
  client: Pick<PushClient, 'send'>
  pauses: Pauses
}

/**
 * Sends all copies that are due, and queues the next run for those that are due later. If the process dies, a
 * copy that was sent but not recorded is sent again, and replaces the first one on the device.
 */
export async function sendDue(run: Run): Promise<void> {
  const { root, signal, pauses } = run
  const settle = async (dropped: Parameters<typeof findPushesOf>[1]) => {
    for (const push of await findPushesOf(root, dropped)) await queueJob(root, refreshPushJob, push)
  }
  await dropStale(root, settle, signal)
  const until = now().getTime() + runMs
  const running = new Map<string, Promise<void>>()
  const hasTime = () => !signal.aborted && now().getTime() < until
  while (hasTime()) {
    for (const origin of await dueOrigins(root, 50)) {
      const pausedUntil = pauses.until(origin)
      if (pausedUntil !== undefined) await postpone(root, origin, new Date(pausedUntil).toISOString())
      else if (!running.has(origin) && running.size < maxOrigins) {
        const sending = sendTo(run, origin, hasTime).finally(() => running.delete(origin))
        // Awaited below. Catch a rejection here, because nobody awaits the promise until then.
        sending.catch(() => undefined)
        running.set(origin, sending)
      }
    }
    if (running.size === 0) break
    await Promise.race([...running.values(), sleep(250)])
  }
  await Promise.all(running.values())
  await queueNext(root)
}

async function queueNext(root: Root): Promise<void> {
  const due = await nextDue(root)
  if (due === null) return
  const startAfter = new Date(Math.max(Date.parse(due), now().getTime() + 1000))
  // The periodic run sends what is due later.
  if (startAfter.getTime() - now().getTime() > unaskedMs) return
  await queueJob(root, sendingKind, {}, { startAfter, key: `at ${Math.ceil(startAfter.getTime() / 1000)}` })
}

async function sendTo(run: Run, origin: string, hasTime: () => boolean): Promise<void> {
  const { root, pauses } = run
  while (hasTime() && pauses.until(origin) === undefined) {
    const copies = await claimDeliveries(root, origin, taken, leaseMs)
    if (copies.length === 0) return
    const freshUntil = performance.now() + freshMs
    const ended = new Ended(run)
    const waiting = copies.values()
    const work = async () => {
      for (const copy of waiting) {
        // Meanwhile its person may have signed out or been archived, or somebody else may have the browser.
        if (performance.now() > freshUntil && !(await isStillMeant(root, copy))) continue
        await ended.add(copy, await sendOne(run, origin, copy))
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    await ended.settle(true)
  }
}

async function sendOne({ client, pauses, signal }: Run, origin: string, copy: TakenCopy): Promise<Ending> {
  const { company_id, id, device_id } = copy
  const recipient = { origin, company_id, device_id }
  const later = (at: number, counts: boolean): Outcome => ({
    company_id,
    id,
    device_id,
    of: 'later',
    counts,
    due_at: new Date(at).toISOString(),
  })
  const pausedUntil = pauses.untilOf(recipient)
  const at = now().getTime()
  if (pausedUntil !== undefined) return { outcome: later(pausedUntil, false) }
  if (signal.aborted) return { outcome: later(at, false) }
  return endingOf(copy, await client.send(copy), pauses, recipient, later)
}

/** `isUnsigned`: the push service may not know our signature, so the owners are notified. */
type Ending = { outcome: Outcome; isUnsigned?: boolean }

function endingOf(
  { company_id, id, device_id, tries, expires_at }: TakenCopy,
  answer: Answer,
  pauses: Pauses,
  recipient: Recipient,
  later: (at: number, counts: boolean) => Outcome,
): Ending {
  const at = now().getTime()
  const { origin } = recipient
  const ended = { company_id, id, device_id }
  const refused = { ...ended, of: 'failed', failure: 'refused' } as const
  switch (answer.of) {
    case 'taken':
      pauses.succeed(recipient, true)
      return { outcome: { ...ended, of: 'delivered' } }
    case 'gone':
      pauses.succeed(recipient, false)
      return { outcome: { ...ended, of: 'gone' } }
    case 'refused':
      return { outcome: refused }
    case 'unsigned':
      // The device was subscribed with another key than ours.
      if (pauses.hasServed(origin)) return { outcome: refused }
      pauses.turnAway(recipient, unsignedMs)
      return { outcome: later(at + unsignedMs, false), isUnsigned: true }
    case 'busy': {
      // A wait of nothing, or until an instant that is over by our clock, would ask again at once and without an end.
      const asked = Math.max(answer.wait ?? 0, pauseAfter(tries, Math.random()))
      const wait = Math.min(longestWaitMs, asked)
      pauses.turnAway(recipient, wait)
      return { outcome: later(at + wait, false) }
    }
    case 'away': {
      pauses.fail(origin)
      const next = Math.max(at + pauseAfter(tries, Math.random()), pauses.until(origin) ?? 0)
      const isOver = tries >= maxTries || next >= Date.parse(expires_at)
      return { outcome: isOver ? { ...ended, of: 'failed', failure: 'unreachable' } : later(next, true) }
    }
  }
}

type Told = Pick<TakenCopy, 'company_id' | 'notification_id' | 'push_id' | 'device_id' | 'user_id'>

/** Collects results of sending until they are written to the database. */
class Ended {
  readonly #run: Run
  #outcomes: Outcome[] = []
  #delivered: Told[] = []
  readonly #pushes = new Map<number, { company_id: number; id: number }>()
  readonly #unsigned = new Map<number, string>()

  constructor(run: Run) {
    this.#run = run
  }

  async add(copy: TakenCopy, { outcome, isUnsigned }: Ending): Promise<void> {
    this.#outcomes.push(outcome)
    if (outcome.of === 'delivered') this.#delivered.push(copy)
    if (outcome.of !== 'later' && copy.push_id !== null)
      this.#pushes.set(copy.push_id, { company_id: copy.company_id, id: copy.push_id })
    if (isUnsigned) this.#unsigned.set(copy.company_id, new URL(copy.endpoint).host)
    if (outcome.of !== 'later') {
      const event = { entity: 'device', id: copy.device_id, action: 'update' } as const
      this.#run.companyDb(copy.company_id).announce(event, { only: [copy.user_id] })
    }
    if (this.#outcomes.length >= settledAtOnce) await this.settle(false)
  }

  /** Writes the results in one transaction. Queues a recount of each push, once a second and at the end. */
  async settle(isEnd: boolean): Promise<void> {
    const [outcomes, delivered] = [this.#outcomes, this.#delivered]
    this.#outcomes = []
    this.#delivered = []
    const second = Math.floor(now().getTime() / 1000)
    await this.#run.root.transaction().execute(async (root) => {
      await saveDeliveryResults(root, outcomes)
      const copied = delivered.filter(({ notification_id }) => notification_id !== null)
      if (copied.length > 0) await markDelivered(root, copied)
      for (const push of this.#pushes.values())
        await queueJob(root, refreshPushJob, push, isEnd ? {} : { key: `${push.id} ${second}` })
      for (const [company_id, host] of this.#unsigned)
        await queueJob(root, faultKind, { company_id, host }, { key: `${company_id} ${host} ${dayOf()}` })
    })
  }
}

const dayOf = (): string => now().toISOString().slice(0, 10)
