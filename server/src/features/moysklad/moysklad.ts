import type { MoySkladOwnership, MoySkladRun, MoySkladSettings } from '@artel/contract/moysklad/moysklad'
import {
  type MoySkladPart,
  moySkladFields,
  moySkladFlags,
  moySkladParts,
} from '@artel/contract/moysklad/moysklad.line'
import type { Actor } from '../../access/actor.ts'
import type { Allowed } from '../../access/allowed.ts'
import { now, nowIso } from '../../clock.ts'
import type { Root } from '../../database/connection/open.ts'
import type { Db } from '../../database/db.ts'
import { inOwnTransaction } from '../../database/transaction.ts'
import { ApiError, fieldError } from '../../errors/errors.ts'
import { changedFields, changedSince, nextVersion, refuseStale } from '../../errors/stale.ts'
import { queueJob } from '../../jobs/jobs.ts'
import type { WorkOwner } from '../../limits/fair-queue.ts'
import { consumeAttempts, type Limit } from '../../limits/tries.ts'
import { type SecretKey, seal } from '../../seal.ts'
import { hashToken, makeToken } from '../../token.ts'
import { changesOf, findLastChange, writeAudit } from '../audit/audit.ts'
import { findAccount, learnRights, type TheirAccount } from './client/ask.ts'
import type { MoySkladClient } from './client/client.ts'
import { MoySkladError } from './client/errors.ts'
import type { Allowance } from './client/rate-limiter.ts'
import { readRows } from './client/shapes.ts'
import { sealToken } from './client/token.ts'
import { storeItems } from './items/items.ts'
import {
  registerWebhooksJob,
  removalOf,
  removeWebhooksJob,
  syncKind,
  webhooksSeconds,
} from './moysklad.kinds.ts'
import { toConnect, toStart } from './moysklad.policy.ts'
import {
  type ConnectionRow,
  deleteConnection,
  findOrganizations,
  insertConnection,
  lockCompany,
  lockConnection,
  updateConnection,
} from './moysklad.queries.ts'
import { partsOf, showConnection } from './moysklad.show.ts'
import { finishRun, getRun, handOverRun, insertRun, lockUnderWay } from './sync/runs.queries.ts'
import { wakeLater } from './sync/wake.ts'

type Held = Allowed<ConnectionRow, 'connect'>

// Limits guesses, because each one uses up what MoySklad tolerates from this installation.
const tokensTried: Limit = { name: 'moysklad tokens', most: 20, seconds: 900 }
/** Timeout of a token check, ms, because a person waits for it at the screen. */
const patienceMs = 25_000

type Learned = TheirAccount & { readable: MoySkladPart[]; organizations: unknown[]; allowance: Allowance }

type Call = { root: Root; db: Db; actor: Actor }

/**
 * Creates or changes the connection. Saves a token once MoySklad has accepted it, and the given settings.
 * Opens its own transactions; a refused one changes nothing.
 * @throws ApiError 422 at the field; upstream; stale; LimitError
 */
export async function saveConnection(
  { root, db, actor }: Call,
  client: MoySkladClient,
  secretKey: SecretKey,
  { token, ...settings }: MoySkladSettings,
): Promise<void> {
  toConnect(actor, {})
  const learned = token === undefined ? null : await tryToken(root, actor, client, token)
  await inOwnTransaction(root, db, async (own) => {
    // Lock the run first, because the worker of a run also locks it before other rows.
    await lockUnderWay(own)
    await lockCompany(own)
    if (token !== undefined && learned) await keepToken(own, actor, secretKey, token, learned)
    await updateSettings(own, actor, secretKey, settings)
  })
}

/** @throws ApiError 422 at `token`; upstream; LimitError */
async function tryToken(root: Root, actor: Actor, client: MoySkladClient, token: string): Promise<Learned> {
  await consumeAttempts(root, [{ limit: tokensTried, subject: actor.userId }])
  return learn(actor, client, token)
}

async function keepToken(
  db: Db,
  actor: Actor,
  secretKey: SecretKey,
  token: string,
  { organizations, ...account }: Learned,
): Promise<void> {
  const before = await lockConnection(db)
  const fields = fieldsOf(secretKey, db.companyId, token, account)
  if (before?.account_id === account.id) await renew(db, before, fields)
  else {
    if (before) await removeConnection(db, before)
    await begin(db, actor, secretKey, fields)
  }
  // Save the organizations, so that the owner can choose one before anything else is read.
  const { items } = await readRows('organization', organizations)
  await storeItems(db, items, nowIso())
  const after = { account: account.name, token: true }
  const told = { before: before ? { account: before.account_name, token: true } : {}, after }
  await writeAudit(db, actor, {
    action: 'connect',
    entity: 'moy_sklad',
    id: db.companyId,
    ...changesOf(told.before, told.after),
  })
  announce(db)
}

/** @throws ApiError 422 at `token`; upstream */
async function learn(owner: WorkOwner, client: MoySkladClient, token: string): Promise<Learned> {
  const requestContext = { client, owner, token, signal: AbortSignal.timeout(patienceMs), tries: 2 }
  try {
    return { ...(await findAccount(requestContext)), ...(await learnRights(requestContext)) }
  } catch (error) {
    if (error instanceof MoySkladError && error.fault === 'refused')
      throw fieldError('token', 'moy_sklad_token_refused')
    const isTheirs = error instanceof MoySkladError || requestContext.signal.aborted
    if (isTheirs) throw new ApiError('upstream')
    throw error
  }
}

type Account = Omit<Learned, 'organizations'>

const fieldsOf = (secretKey: SecretKey, companyId: number, token: string, account: Account) => ({
  token: sealToken(secretKey, companyId, token),
  account_id: account.id,
  account_name: account.name,
  login: account.login,
  is_solution: account.isSolution,
  readable: account.readable,
  limit_units: account.allowance.units,
  limit_window_ms: account.allowance.windowMs,
  limit_cost: account.allowance.cost,
})
type Fields = ReturnType<typeof fieldsOf>

/** Replaces the token by another one of the same account. The sync continues where it was. */
async function renew(db: Db, before: ConnectionRow, fields: Fields): Promise<void> {
  await updateConnection(db, {
    ...fields,
    parts: readableParts(before.parts, fields.readable),
    // Webhook messages were ignored meanwhile, so a full check is due.
    ...(before.state_before !== null && {
      state: before.state_before,
      state_before: null,
      full_due_at: nowIso(),
    }),
    paused_until: null,
    pause_reason: null,
    pauses: 0,
    version: before.version + 1,
  })
  const run = await lockUnderWay(db)
  if (run) await handOverRun(db, run.id)
  if (isConfirmed(before)) await queueJob(db, registerWebhooksJob, { company_id: db.companyId })
}

/**
 * The chosen parts that the token may read. Stock also needs stores and products, because each quantity
 * belongs to both.
 */
function readableParts(parts: readonly string[], readable: readonly MoySkladPart[]): MoySkladPart[] {
  const left = partsOf(parts).filter((part) => readable.includes(part))
  const isPlaced = left.includes('store') && left.includes('product')
  return left.filter((part) => part !== 'stock' || isPlaced)
}

async function begin(db: Db, actor: Actor, secretKey: SecretKey, fields: Fields): Promise<void> {
  const key = makeToken()
  const row = {
    ...fields,
    parts: readableParts(moySkladParts, fields.readable),
    owners: theirs(),
    hook_digest: hashToken(key),
    hook_key: seal(secretKey, 'moysklad', key, `hook ${db.companyId}`),
    connected_by: actor.userId,
    connected_at: nowIso(),
  }
  await insertConnection(db, row, moySkladParts)
}

/** Default owners of fields: MoySklad owns all of them. */
function theirs(): MoySkladOwnership {
  const all = Object.entries(moySkladFields).map(([kind, fields]) => [
    kind,
    Object.fromEntries(fields.map((field) => [field, 'moysklad'])),
  ])
  return Object.fromEntries(all) as MoySkladOwnership // each field of each kind
}

/**
 * Stops the run and deletes the connection. A job removes the webhooks, because no request to MoySklad is
 * sent here. It runs again once no registration can be under way any more, because one may still register
 * webhooks, and the process that knows their ids may die.
 */
async function removeConnection(db: Db, row: ConnectionRow): Promise<void> {
  const run = await lockUnderWay(db)
  if (run) await finishRun(db, run.id, { state: 'stopped' })
  await deleteConnection(db)
  if (!isConfirmed(row)) return
  await queueJob(db, removeWebhooksJob, removalOf(row))
  const startAfter = new Date(now().getTime() + (webhooksSeconds + lastAnswerSeconds) * 1000)
  await queueJob(db, removeWebhooksJob, removalOf(row), { startAfter })
}

/** How long MoySklad may take to process a request after its sender has stopped waiting, seconds. */
const lastAnswerSeconds = 60

/** Whether the owner has confirmed the first run. Webhooks are registered from then on. */
const isConfirmed = ({ state, state_before }: Pick<ConnectionRow, 'state' | 'state_before'>): boolean =>
  state === 'on' || state_before === 'on'

/** Deletes the token and all data that was read. Does nothing without a connection. */
export async function disconnect(db: Db, actor: Actor): Promise<void> {
  await lockUnderWay(db)
  await lockCompany(db)
  const row = await lockConnection(db)
  if (!row) return
  await removeConnection(db, toConnect(actor, row))
  const before = changesOf({ account: row.account_name, token: true }, {}).before
  await writeAudit(db, actor, { action: 'disconnect', entity: 'moy_sklad', id: db.companyId, before })
  announce(db)
}

/** Locks the connection until the transaction ends. @throws ApiError wrong_state without a connection */
async function lockOwnConnection(db: Db, actor: Actor): Promise<Held> {
  await lockCompany(db)
  const row = await lockConnection(db)
  if (!row) throw new ApiError('wrong_state')
  return toConnect(actor, row)
}

/** Changes the given settings. @throws ApiError 422 at the field; stale */
async function updateSettings(
  db: Db,
  actor: Actor,
  secretKey: SecretKey,
  { version, hooks, sync, ...patch }: Omit<MoySkladSettings, 'token'>,
): Promise<void> {
  const run = await lockUnderWay(db)
  const held = await lockConnection(db)
  if (!held) throw fieldError('token', 'required')
  const row = { ...held, parts: partsOf(held.parts) }
  const parts = sync && moySkladParts.filter((part) => sync[moySkladFlags[part]] ?? row.parts.includes(part))
  const fields = {
    ...patch,
    ...(parts && { parts }),
    ...(hooks !== undefined && { wants_hooks: hooks }),
  }
  await refuseStale<typeof row>(version, row, fields, {
    findChanged: (since) => changedSince(row, since),
    findChange: (names) => findLastChange(db, 'moy_sklad', db.companyId, names),
    readCurrent: async () => (await showConnection(db, actor, secretKey)) ?? {},
  })
  const changed = changedFields<typeof row>(row, fields)
  if (Object.keys(changed).length === 0) return
  if (changed.parts) refuseParts(changed.parts, row.readable)
  if (changed.organization_id) await refuseStranger(db, changed.organization_id)
  const needsAll = changed.parts?.some((part) => !row.parts.includes(part)) && row.state === 'on'
  await updateConnection(db, {
    ...changed,
    ...(needsAll && { full_due_at: nowIso() }),
    ...nextVersion(row, changed),
  })
  if (changed.owners || changed.organization_id !== undefined) await wakeLater(db)
  // The preview would differ from what is written, so everything is read and planned again.
  const isOther = changed.parts || changed.owners || changed.organization_id !== undefined
  if (isOther && (row.state === 'checking' || (row.state === 'reading' && run))) {
    if (run) await finishRun(db, run.id, { state: 'stopped' })
    await queueRun(db, actor, 'first')
    await updateConnection(db, { state: 'reading' })
  } else if (isOther && run) await handOverRun(db, run.id)
  const changes = changesOf(told(row), told({ ...row, ...changed }))
  await writeAudit(db, actor, {
    action: 'settings_change',
    entity: 'moy_sklad',
    id: db.companyId,
    ...changes,
  })
  announce(db)
  if (changed.wants_hooks !== undefined && row.state === 'on')
    await queueJob(db, registerWebhooksJob, { company_id: db.companyId })
}

function refuseParts(parts: readonly MoySkladPart[], readable: readonly string[]): void {
  if (parts.length === 0) throw fieldError('sync', 'required')
  const forbidden = parts.find((part) => !readable.includes(part))
  if (forbidden) throw fieldError(`sync.${moySkladFlags[forbidden]}`, 'moy_sklad_may_not_read')
  const isPlaced = parts.includes('store') && parts.includes('product')
  if (parts.includes('stock') && !isPlaced) throw fieldError('sync.stock', 'moy_sklad_part_needs')
}

async function refuseStranger(db: Db, id: string): Promise<void> {
  const known = await findOrganizations(db)
  if (!known.some((one) => one.id === id)) throw fieldError('organization_id', 'no_such_organization')
}

/** The settings as the audit log has them. */
const told = ({ parts, owners, organization_id, wants_hooks }: Told) => ({
  organization_id,
  parts: Object.fromEntries(moySkladParts.map((part) => [part, parts.includes(part)])),
  owners,
  hooks: wants_hooks,
})
type Told = Pick<ConnectionRow, 'parts' | 'owners' | 'organization_id' | 'wants_hooks'>

/**
 * Starts a run; the first run only reads.
 * @throws ApiError wrong_state if a run is active, the token is refused, or there is no connection
 */
export async function startRun(db: Db, actor: Actor, isFull: boolean): Promise<MoySkladRun> {
  await lockCompany(db)
  const held = await lockConnection(db)
  if (!held) throw new ApiError('wrong_state')
  const row = toStart(actor, held)
  const isFirst = row.state === 'choosing' || row.state === 'reading'
  if (row.state === 'refused') throw new ApiError('wrong_state')
  const reason = isFirst || row.state === 'checking' ? 'first' : isFull ? 'full' : 'manual'
  const run = await queueRun(db, actor, reason)
  // End the pause, because the person wants to know whether MoySklad works again.
  await updateConnection(db, {
    ...(reason === 'first' && { state: 'reading' }),
    paused_until: null,
    pause_reason: null,
  })
  return run
}

/** Confirms the preview: the items of the first read are written. @throws ApiError wrong_state */
export async function confirm(db: Db, actor: Actor): Promise<MoySkladRun> {
  const row = await lockOwnConnection(db, actor)
  if (row.state !== 'checking') throw new ApiError('wrong_state')
  const run = await queueRun(db, actor, 'first')
  await updateConnection(db, { state: 'on', full_due_at: null })
  await writeAudit(db, actor, { action: 'confirm', entity: 'moy_sklad', id: db.companyId })
  await queueJob(db, registerWebhooksJob, { company_id: db.companyId })
  return run
}

async function queueRun(db: Db, actor: Actor, reason: 'first' | 'manual' | 'full'): Promise<MoySkladRun> {
  const id = await insertRun(db, reason, actor.userId)
  if (id === undefined) throw new ApiError('wrong_state')
  await queueJob(db, syncKind, { company_id: db.companyId })
  announce(db)
  return getRun(db, id)
}

/** Stops the active run. @throws ApiError wrong_state */
export async function stopRun(db: Db, actor: Actor): Promise<void> {
  const run = await lockUnderWay(db)
  await lockOwnConnection(db, actor)
  if (!run) throw new ApiError('wrong_state')
  await finishRun(db, run.id, { state: 'stopped' })
  await writeAudit(db, actor, { action: 'stop', entity: 'moy_sklad', id: db.companyId })
  announce(db)
}

/** Sends an update event to the screens of admins and owners, because nobody else sees the connection. */
export const announce = (db: Db): void => db.announce({ entity: 'moy_sklad', id: 0, action: 'update' }, [])
