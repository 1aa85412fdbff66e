import { randomBytes } from 'node:crypto'
import { type Account, type EntityType, entityTypes, moscow, type Principal } from './account.ts'
import { type Entity, readFilter, readOrder } from './lists.ts'
import { Refusal } from './refusal.ts'

export type SimulatedRequest = {
  method: string
  /** The path after the address of the API. */
  path: string
  query: URLSearchParams
  body: unknown
  principal: Principal
  base: string
}
export type Answer = { status: number; body: object | null; headers: Record<string, string> }

const ok = (body: object | null, status = 200): Answer => ({ status, body, headers: {} })
const isType = (type: string): type is EntityType => (entityTypes as readonly string[]).includes(type)

/** The answer of MoySklad. @throws Refusal */
export function answerRequest(question: SimulatedRequest): Answer {
  const { method, path, principal } = question
  const [area = '', name = '', ...rest] = path.split('/').slice(1)
  if (area === 'security' && name === 'token' && method === 'POST') return newToken(principal)
  if (area === 'context') return context(question, name)
  if (area === 'entity' && name === 'webhook') return webhook(question, rest[0])
  if (area === 'entity' && name === 'webhookstock') return webhookStock(question, rest[0])
  if (method !== 'GET') throw new Refusal(405, 1003, 'Указанный метод не поддерживается')
  if (area === 'report' && path === '/report/stock/bystore/current') return stock(question)
  if (area === 'entity' && isType(name)) return entity(question, name, rest)
  if (area === 'entity') throw new Refusal(400, 1005, `Неизвестный тип: '${name}'`)
  throw new Refusal(404, 1002, `Неизвестный путь: ${path}`)
}

/** A new token revokes all other tokens of its login. */
function newToken({ account, ...principal }: Principal): Answer {
  const access_token = randomBytes(20).toString('hex')
  account.revoke(principal.login)
  account.setToken(access_token, principal)
  return ok({ access_token })
}

function context({ principal, base }: SimulatedRequest, name: string): Answer {
  const { account, login, kind } = principal
  if (name === 'employee') {
    if (kind !== 'user') throw new Refusal(403, 55006, 'Запрос недоступен по токену решения')
    return ok({
      meta: metaOf(base, 'employee', account.id),
      id: account.id,
      accountId: account.id,
      uid: login,
      name: 'Зотова М. С.',
      fullName: 'Зотова Марина Сергеевна',
      shortFio: 'Зотова М. С.',
      lastName: 'Зотова',
      email: 'zotova@example.com',
    })
  }
  if (name === 'application') {
    if (kind === 'user') throw new Refusal(403, 55005, 'Запрос доступен только по токену решения')
    return ok({ id: account.id, accountId: account.id, appUid: `artel.${account.name}`, name: 'Артель' })
  }
  throw new Refusal(404, 1002, `Неизвестный путь: /context/${name}`)
}

/** The page of MoySklad's web interface that shows an entity. */
const pages: Record<EntityType, string> = {
  organization: 'mycompany',
  store: 'warehouse',
  product: 'good',
  bundle: 'bundle',
  employee: 'employee',
}

const metaOf = (base: string, type: EntityType, id: string) => ({
  href: `${base}/entity/${type}/${id}`,
  metadataHref: `${base}/entity/${type === 'bundle' ? 'product' : type}/metadata`,
  type,
  mediaType: 'application/json',
  uuidHref: `https://online.moysklad.ru/app/#${pages[type]}/edit?id=${id}`,
})

const listParameters = new Set(['limit', 'offset', 'filter', 'order', 'expand', 'search'])

function refuseUnknown(query: URLSearchParams, known: ReadonlySet<string>): void {
  for (const name of query.keys())
    if (!known.has(name)) throw new Refusal(400, 1007, `Неизвестный параметр: '${name}'`)
}

/** Collections of an entity: the answer has only their address unless the request expands them. */
const collections: Partial<Record<EntityType, { field: string; type: string }>> = {
  organization: { field: 'accounts', type: 'account' },
  bundle: { field: 'components', type: 'bundlecomponent' },
}

function entity(question: SimulatedRequest, type: EntityType, rest: readonly string[]): Answer {
  const { principal, base, query } = question
  const { account } = principal
  if (principal.forbidden.has(type)) throw new Refusal(403, 1016, 'Нет прав на просмотр данного объекта')
  const [id] = rest
  if (id === undefined) return list(question, type)
  const found = account.entities[type].get(id)
  if (!found || rest.length > 1) throw new Refusal(404, 1021, `Объект с UUID ${id} не найден`)
  refuseUnknown(query, new Set(['expand']))
  return ok(shown(base, account, type, found, query.get('expand') ?? ''))
}

function shown(base: string, account: Account, type: EntityType, entity: Entity, expand: string): object {
  const collection = collections[type]
  const body: Record<string, unknown> = {
    meta: metaOf(base, type, entity.id),
    ...entity,
    accountId: account.id,
  }
  if (!collection) return body
  const rows = (entity[collection.field] ?? []) as object[] // stored as a list
  body[collection.field] = {
    meta: {
      href: `${base}/entity/${type}/${entity.id}/${collection.field}`,
      type: collection.type,
      mediaType: 'application/json',
      size: rows.length,
      limit: 1000,
      offset: 0,
    },
    ...(expand.split(',').includes(collection.field) && { rows }),
  }
  return body
}

const sorted = new WeakMap<Account, Map<string, { revision: number; rows: Entity[] }>>()

/**
 * Filtered and sorted rows; cached until the account changes, because pages are requested one after another.
 */
function rowsOf(account: Account, type: EntityType, filter: string, order: string, search: string): Entity[] {
  const key = [type, filter, order, search].join('\n')
  const kept = sorted.get(account) ?? new Map()
  sorted.set(account, kept)
  const known = kept.get(key)
  if (known?.revision === account.revision) return known.rows
  const matches = readFilter(type, filter)
  const wantsArchived = /(^|;)archived=/.test(filter)
  const rows = [...account.entities[type].values()]
    .filter((one) => (wantsArchived || !one.archived) && matches(one))
    .filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()))
    .sort(readOrder(order || 'name'))
  if (kept.size > 20) kept.clear()
  kept.set(key, { revision: account.revision, rows })
  return rows
}

function list({ query, principal, base }: SimulatedRequest, type: EntityType): Answer {
  refuseUnknown(query, listParameters)
  const limit = readNumber(query, 'limit', 1000, 1, 1000)
  const offset = readNumber(query, 'offset', 0, 0, Number.MAX_SAFE_INTEGER)
  const { account } = principal
  const [filter, order, search] = ['filter', 'order', 'search'].map((name) => query.get(name) ?? '') as [
    string,
    string,
    string,
  ] // one entry for each name
  const rows = rowsOf(account, type, filter, order, search)
  // With a limit above 100 rows, `expand` is ignored without an error.
  const expand = limit <= 100 ? (query.get('expand') ?? '') : ''
  if (expand.split(',').some((path) => path.split('.').length > 3))
    throw new Refusal(400, 1040, 'Превышена глубина expand')
  const pageAt = (from: number) => {
    const next = new URLSearchParams(query)
    next.set('offset', String(from))
    next.set('limit', String(limit))
    return `${base}/entity/${type}?${next}`
  }
  return ok({
    context: { employee: { meta: { href: `${base}/context/employee`, type: 'employee' } } },
    meta: {
      href: pageAt(offset),
      type,
      mediaType: 'application/json',
      size: rows.length,
      limit,
      offset,
      ...(offset + limit < rows.length && { nextHref: pageAt(offset + limit) }),
      ...(offset > 0 && { previousHref: pageAt(Math.max(0, offset - limit)) }),
    },
    rows: rows.slice(offset, offset + limit).map((one) => shown(base, account, type, one, expand)),
  })
}

function readNumber(
  query: URLSearchParams,
  name: string,
  usual: number,
  least: number,
  most: number,
): number {
  const text = query.get(name)
  if (text === null) return usual
  const value = Number(text)
  if (!Number.isInteger(value) || value < least || value > most)
    throw new Refusal(400, 1009, `Неправильное значение параметра '${name}'`)
  return value
}

const stockParameters = new Set(['changedSince', 'include', 'stockType', 'filter'])
const dayMs = 86_400_000

function stock({ query, principal }: SimulatedRequest): Answer {
  refuseUnknown(query, stockParameters)
  if (principal.forbidden.has('stock')) throw new Refusal(403, 1016, 'Нет прав на просмотр остатков')
  const since = query.get('changedSince')
  if (since !== null && !/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(since))
    throw new Refusal(400, 1014, "Неправильное значение параметра 'changedSince'")
  if (since !== null && since < moscow(new Date(principal.account.now().getTime() - dayMs)).slice(0, 19))
    throw new Refusal(400, 1014, "Параметр 'changedSince' не может быть раньше 24 часов")
  const hasZeros = query.get('include') === 'zeroLines'
  const rows = [...principal.account.stock].flatMap(([key, { stock, changedAt }]) => {
    const [assortmentId, storeId] = key.split(' ')
    if (since !== null && changedAt < since) return []
    if (stock === 0 && !hasZeros) return []
    return [{ assortmentId, storeId, stock }]
  })
  return ok(rows)
}

function webhook({ method, body, principal, base }: SimulatedRequest, id: string | undefined): Answer {
  if (!principal.isAdmin) throw new Refusal(403, 30004, 'Управлять вебхуками может только администратор')
  const { hooks, id: accountId } = principal.account
  const shownHook = (hook: { id: string }) => ({
    meta: { href: `${base}/entity/webhook/${hook.id}`, type: 'webhook', mediaType: 'application/json' },
    ...hook,
    accountId,
    method: 'POST',
  })
  // The method that is called checks the fields.
  if (method === 'POST') return ok(shownHook(hooks.register((body ?? {}) as Record<string, unknown>)))
  if (method === 'GET' && id === undefined)
    return ok({
      meta: { size: hooks.hooks.size, limit: 1000, offset: 0 },
      rows: [...hooks.hooks.values()].map(shownHook),
    })
  const hook = id === undefined ? undefined : hooks.hooks.get(id)
  if (!hook) throw new Refusal(404, 1021, `Объект с UUID ${id} не найден`)
  if (method === 'DELETE') {
    hooks.hooks.delete(hook.id)
    return ok(null)
  }
  return ok(shownHook(hook))
}

function webhookStock({ method, body, principal }: SimulatedRequest, id: string | undefined): Answer {
  if (!principal.isAdmin) throw new Refusal(403, 30004, 'Управлять вебхуками может только администратор')
  const { hooks } = principal.account
  // The method that is called checks the fields.
  if (method === 'POST') return ok(hooks.registerStock((body ?? {}) as Record<string, unknown>))
  if (method === 'GET' && id === undefined)
    return ok({
      meta: { size: hooks.stockHooks.size, limit: 1000, offset: 0 },
      rows: [...hooks.stockHooks.values()],
    })
  if (id === undefined || !hooks.stockHooks.delete(id))
    throw new Refusal(404, 1021, `Объект с UUID ${id} не найден`)
  return ok(null)
}
