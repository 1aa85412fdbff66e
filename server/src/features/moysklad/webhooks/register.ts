import { z } from 'zod'
import { Db } from '../../../database/db.ts'
import type { Root } from '../../../database/open.ts'
import type { LiveEvents } from '../../../events/live-events.ts'
import { inTransaction } from '../../../http/transaction.ts'
import { exact, listOf } from '../../../outside/lenient.ts'
import { unseal } from '../../../seal.ts'
import type { Asking } from '../client/ask.ts'
import type { MoySkladClient } from '../client/client.ts'
import { MoySkladError } from '../client/errors.ts'
import { openToken } from '../client/token.ts'
import { type ConnectionRow, findConnection, updateConnection } from '../moysklad.queries.ts'

export type Registering = {
  root: Root
  publish: LiveEvents['publish']
  signal: AbortSignal
  client: MoySkladClient
  secretKey: string
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

/** Registers webhooks at MoySklad if the connection wants them, and removes them if not. */
export async function registerHooks(registering: Registering, companyId: number): Promise<void> {
  const { root, client, secretKey, address, signal } = registering
  const row = await findConnection(new Db(root, companyId))
  const token = row && openToken(secretKey, companyId, row.token)
  if (!row || !token) return
  const silences = address
  const asking = { client, owner: { companyId, userId: null }, token, signal }
  if (!row.wants_hooks) {
    await removeHooks(asking, row.hook_ids, silences)
    return keep(registering, companyId, 'off', [])
  }
  if (!isReachable(address, client)) return keep(registering, companyId, 'unreachable', row.hook_ids)
  const key = unseal(secretKey, 'moysklad', row.hook_key, `hook ${companyId}`)
  const url = `${address}/api/moy_sklad/hooks/${key}`
  const ids: string[] = []
  try {
    await addHooks(asking, url, silences, ids)
    await addStockHook(asking, url, silences, ids, row)
    await keep(registering, companyId, 'on', ids)
  } catch (error) {
    if (!(error instanceof MoySkladError)) throw error
    const present = [...new Set([...ids, ...row.hook_ids])].slice(0, maxKept)
    await keep(registering, companyId, stateOf(error), present)
    // Any other fault may be temporary, so the job retries.
    if (error.fault !== 'forbidden' && error.fault !== 'rejected' && error.fault !== 'refused') throw error
  }
}

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
  { client, token, ...rest }: Asking,
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
  { client, token, ...rest }: Asking,
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

/**
 * Removes webhooks. A webhook that MoySklad no longer knows, or no longer lets us access, counts as removed.
 * @throws MoySkladError
 */
export async function removeHooks(
  { client, token, ...rest }: Asking,
  ids: readonly string[],
  silences: string,
): Promise<void> {
  for (const id of ids)
    await client
      .ask(token, `/entity/${id}`, { ...rest, method: 'DELETE', silences })
      .catch((error: unknown) => {
        const isGone =
          error instanceof MoySkladError && ['missing', 'refused', 'forbidden'].includes(error.fault)
        if (!isGone) throw error
      })
}

async function keep(
  { root, publish }: Registering,
  companyId: number,
  hook_state: HookState,
  hook_ids: string[],
): Promise<void> {
  let announced: Db['announcements'] = []
  await inTransaction(root, async (connection) => {
    const db = new Db(connection, companyId)
    await updateConnection(db, { hook_state, hook_ids })
    db.announce({ entity: 'moy_sklad', id: 0, action: 'update' }, [])
    announced = db.announcements
  })
  publish(announced)
}
