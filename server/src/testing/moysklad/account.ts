import { randomBytes, randomUUID } from 'node:crypto'
import type { HookBook } from './hooks.ts'
import type { PrincipalKind } from './limiter.ts'
import type { Entity } from './lists.ts'

export const entityTypes = ['organization', 'store', 'product', 'bundle', 'employee'] as const
export type EntityType = (typeof entityTypes)[number]

/** The user or solution that sends a request. */
export type Principal = {
  kind: PrincipalKind
  account: Account
  login: string
  isAdmin: boolean
  /** Entity types that the principal may not read. */
  forbidden: ReadonlySet<string>
  isBlocked: boolean
}

type StockCell = { stock: number; changedAt: string }

/** The format of instants in MoySklad: Moscow time without an offset. */
export const moscow = (at: Date): string =>
  new Date(at.getTime() + 3 * 3_600_000).toISOString().replace('T', ' ').slice(0, 23)

/** An account of MoySklad. */
export class Account {
  readonly id = randomUUID()
  readonly name: string
  readonly entities: Record<EntityType, Map<string, Entity>>
  /** The key is the ids of a product and a store. */
  readonly stock = new Map<string, StockCell>()
  readonly hooks: HookBook
  /** Increases with each change. */
  revision = 0
  readonly #tokens: Map<string, Principal>
  readonly now: () => Date

  constructor(name: string, tokens: Map<string, Principal>, hooks: HookBook, now: () => Date) {
    this.name = name
    this.#tokens = tokens
    this.hooks = hooks
    this.now = now
    // Each type gets a map.
    this.entities = Object.fromEntries(entityTypes.map((type) => [type, new Map()])) as typeof this.entities
  }

  /** @returns the token */
  addToken({
    kind = 'user',
    login = `admin@${this.name}`,
    isAdmin = true,
    forbidden = [],
    isBlocked = false,
  }: Partial<Omit<Principal, 'account' | 'forbidden'> & { forbidden: readonly string[] }> = {}): string {
    const token = randomBytes(20).toString('hex')
    this.setToken(token, { kind, login, isAdmin, isBlocked, forbidden: new Set(forbidden) })
    return token
  }

  setToken(token: string, principal: Omit<Principal, 'account'>): void {
    this.#tokens.set(token, { ...principal, account: this })
  }

  /** Deletes all tokens of this login. */
  revoke(login: string): void {
    for (const [token, { account, login: other }] of this.#tokens)
      if (account === this && other === login) this.#tokens.delete(token)
  }

  /** Creates an entity, or updates it if `id` exists. Omits empty fields, as MoySklad does. */
  put(type: EntityType, fields: Partial<Entity>): Entity {
    const id = fields.id ?? randomUUID()
    const before = this.entities[type].get(id)
    const merged = { name: '', archived: false, ...before, ...fields, id, updated: moscow(this.now()) }
    const filled = Object.entries(merged).filter(
      ([, value]) => value !== null && value !== undefined && value !== '',
    )
    const entity = Object.fromEntries(filled) as Entity // it has an id, a name and a time of change
    this.entities[type].set(id, entity)
    this.revision += 1
    this.hooks.tell(type, before ? 'UPDATE' : 'CREATE', id, Object.keys(fields))
    return entity
  }

  remove(type: EntityType, id: string): void {
    this.entities[type].delete(id)
    this.revision += 1
    this.hooks.tell(type, 'DELETE', id)
  }

  setStock(productId: string, storeId: string, stock: number): void {
    this.stock.set(`${productId} ${storeId}`, { stock, changedAt: moscow(this.now()) })
    this.hooks.tellStock()
  }
}
