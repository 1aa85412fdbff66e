import { z } from 'zod'
import type { Root } from '../../../database/connection/open.ts'
import { Db } from '../../../database/db.ts'
import { inTransaction } from '../../../database/transaction.ts'
import type { LiveEvents } from '../../../events/live-events.ts'
import { queueJob } from '../../../jobs/jobs.ts'
import { exact, listOf } from '../../../outside/lenient.ts'
import { type SecretKey, unseal } from '../../../seal.ts'
import type { RequestContext } from '../client/ask.ts'
import type { MoySkladClient } from '../client/client.ts'
import { MoySkladError } from '../client/errors.ts'
import { openToken } from '../client/token.ts'
import { type HookRemoval, registerWebhooksJob, removalOf, removeWebhooksJob } from '../moysklad.kinds.ts'
import { type ConnectionRow, findConnection, lockConnection, updateConnection } from '../moysklad.queries.ts'

export type Registering = {
  root: Root
  publish: LiveEvents['publish']
  signal: AbortSignal
  client: MoySkladClient
  secretKey: SecretKey
  /** URL of this installation, without `/` at the end. */
  address: string
}

const actions = ['CREATE', 'UPDATE', 'DELETE'] as const
const entityTypes = ['organization', 'store', 'product', 'bundle', 'employee'] as const

const made = z.object({ id: z.string().regex(/^[\w-]{1,100}$/) })
const hook = z.object({
  id: z.string().regex(/^[\w-]{1,100}$/),
  url: exact,
  entityType: exact.optional(),
  action: exact.optional(),
})

/** Limits for the list of an account's webhooks, which includes those of other services. */
const hooks = { key: 'rows', maxItems: 1000, maxBytes: 2_000_000 }

const listed = z.object({ rows: listOf(hook, hooks.maxItems) }).catch({ rows: [] })

/** Maximum webhooks that a connection keeps, as its constraint has it. */
const maxKept = 50
/** Maximum webhooks with our URL that are taken over. It leaves room for those that are registered here. */
const maxTakenOver = 30

type HookState = ConnectionRow['hook_state']

/**
 * Registers webhooks at MoySklad if the connection wants them, and removes them if not. The requests take
 * seconds, so the result is saved only if the connection is still the same.
 */
export async function registerHooks(registering: Registering, companyId: number): Promise<void> {
  const { root, client, secretKey, address, signal } = registering
  const row = await findConnection(new Db(root, companyId))
  const token = row && openToken(secretKey, companyId, row.token)
  if (!row || !token) return
  const silences = address
  const requestContext = { client, owner: { companyId, userId: null }, token, signal }
  const path = pathOf(secretKey, companyId, row.hook_key)
  if (!row.wants_hooks) {
    await removeHooks(requestContext, row.hook_ids, path, silences)
    return keep(registering, row, 'off', [])
  }
  if (!isReachable(address, client)) return keep(registering, row, 'unreachable', row.hook_ids)
  const url = `${address}${path}`
  const ids: string[] = []
  try {
    await addHooks(requestContext, url, silences, ids)
    await addStockHook(requestContext, url, silences, ids, row)
    await keep(registering, row, 'on', ids)
  } catch (error) {
    if (!(error instanceof MoySkladError)) throw error
    const present = [...new Set([...ids, ...row.hook_ids])].slice(0, maxKept)
    await keep(registering, row, stateOf(error), present)
    // Any other fault may be temporary, so the job retries.
    if (error.fault !== 'forbidden' && error.fault !== 'rejected' && error.fault !== 'refused') throw error
  }
}

/** The path of a connection's webhooks. It contains the key of the connection, so no other one has it. */
const pathOf = (secretKey: SecretKey, companyId: number, hookKey: string): string =>
  `/api/moy_sklad/hooks/${unseal(secretKey, 'moysklad', hookKey, `hook ${companyId}`)}`

const stateOf = ({ fault }: MoySkladError): HookState => (fault === 'forbidden' ? 'forbidden' : 'failed')

/**
 * Whether MoySklad can reach an address. It sends webhooks from the internet, so local addresses do not work.
 */
export function isReachable(
  address: string,
  { isNamedByOperator }: Pick<MoySkladClient, 'isNamedByOperator'>,
): boolean {
  // A server that the operator uses instead of MoySklad is where it can reach this address.
  if (isNamedByOperator) return true
  const { protocol, hostname } = new URL(address)
  const isName =
    /\.[a-z][a-z\d-]*$/i.test(hostname) && !/\.(localhost|local|lan|internal|test|home|corp)$/i.test(hostname)
  return protocol === 'https:' && isName && address.length <= 150
}

async function addHooks(
  { client, token, ...rest }: RequestContext,
  url: string,
  silences: string,
  ids: string[],
): Promise<void> {
  const known = listed.parse(await client.ask(token, '/entity/webhook', { ...rest, long: hooks }))
  const mine = known.rows.filter((row) => row.url === url).slice(0, maxTakenOver)
  for (const { id } of mine) ids.push(`webhook/${id}`)
  for (const entityType of entityTypes)
    for (const action of actions) {
      if (mine.some((row) => row.entityType === entityType && row.action === action)) continue
      const body = { url, entityType, action, ...(action === 'UPDATE' && { diffType: 'NONE' }) }
      const answer = made.safeParse(
        await client.ask(token, '/entity/webhook', { ...rest, method: 'POST', body, silences }),
      )
      if (answer.success) ids.push(`webhook/${answer.data.id}`)
    }
}

/** Registers the stock webhook, because MoySklad reports stock by another type of webhook. */
async function addStockHook(
  { client, token, ...rest }: RequestContext,
  url: string,
  silences: string,
  ids: string[],
  { readable }: ConnectionRow,
): Promise<void> {
  if (!readable.includes('stock')) return
  const known = listed.parse(await client.ask(token, '/entity/webhookstock', { ...rest, long: hooks }))
  const mine = known.rows.find((row) => row.url === url)
  if (mine) return void ids.push(`webhookstock/${mine.id}`)
  const body = { url, reportType: 'bystore', stockType: 'stock' }
  const answer = made.safeParse(
    await client.ask(token, '/entity/webhookstock', { ...rest, method: 'POST', body, silences }),
  )
  if (answer.success) ids.push(`webhookstock/${answer.data.id}`)
}

type Removing = Pick<Registering, 'client' | 'secretKey' | 'address' | 'signal'>

/** Removes the webhooks of a deleted connection. @throws MoySkladError */
export async function removeHooksOf(
  { client, secretKey, address, signal }: Removing,
  { company_id, token, hook_key, hook_ids }: HookRemoval,
): Promise<void> {
  const opened = openToken(secretKey, company_id, token)
  if (opened === null) return
  const requestContext = { client, owner: { companyId: company_id, userId: null }, token: opened, signal }
  const path = hook_key === undefined ? null : pathOf(secretKey, company_id, hook_key)
  await removeHooks(requestContext, hook_ids, path, address)
}

/**
 * Removes webhooks: those with these ids, and all others that have the path. The ids of a registration that
 * was interrupted are not known. @throws MoySkladError
 */
async function removeHooks(
  requestContext: RequestContext,
  ids: readonly string[],
  path: string | null,
  silences: string,
): Promise<void> {
  const { client, token, ...rest } = requestContext
  const found = path === null ? [] : await findHooks(requestContext, path)
  for (const id of new Set([...ids, ...found]))
    await client.ask(token, `/entity/${id}`, { ...rest, method: 'DELETE', silences }).catch(ignoreGone)
}

async function findHooks({ client, token, ...rest }: RequestContext, path: string): Promise<string[]> {
  const ids: string[] = []
  for (const kind of ['webhook', 'webhookstock']) {
    const answer = await client.ask(token, `/entity/${kind}`, { ...rest, long: hooks }).catch(ignoreGone)
    for (const { id, url } of listed.parse(answer).rows) if (url.endsWith(path)) ids.push(`${kind}/${id}`)
  }
  return ids
}

/** A webhook that MoySklad no longer knows, or no longer lets us access, counts as removed. */
function ignoreGone(error: unknown): void {
  const isGone = error instanceof MoySkladError && ['missing', 'refused', 'forbidden'].includes(error.fault)
  if (!isGone) throw error
}

/**
 * Saves what was registered with the connection `row`. If that was deleted meanwhile, what was registered is
 * removed. If its token or settings have changed, the job runs again.
 */
async function keep(
  { root, publish }: Registering,
  row: ConnectionRow,
  hook_state: HookState,
  hook_ids: string[],
): Promise<void> {
  const { company_id } = row
  let announced: Db['announcements'] = []
  await inTransaction(root, async (connection) => {
    const db = new Db(connection, company_id)
    const present = await lockConnection(db)
    if (!present?.hook_digest.equals(row.hook_digest))
      return queueJob(db, removeWebhooksJob, removalOf(row, hook_ids))
    if (present.token !== row.token || present.wants_hooks !== row.wants_hooks)
      return queueJob(db, registerWebhooksJob, { company_id })
    await updateConnection(db, { hook_state, hook_ids })
    db.announce({ entity: 'moy_sklad', id: 0, action: 'update' }, [])
    announced = db.announcements
  })
  publish(announced)
}
