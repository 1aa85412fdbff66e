import type { MoySkladOwnership } from '@artel/contract/moysklad/moysklad'
import { type MoySkladKind, moySkladKinds } from '@artel/contract/moysklad/moysklad.line'
import type { MoySkladRead } from '@artel/contract/moysklad/moysklad.stored'
import { nowIso } from '../../clock.ts'
import type { Root } from '../../database/connection/open.ts'
import type { Db } from '../../database/db.ts'
import { inOwnTransaction } from '../../database/transaction.ts'
import { storeItems } from '../../features/moysklad/items/items.ts'
import { planItems } from '../../features/moysklad/sync/plan.ts'
import { wakeLater, wakeSome } from '../../features/moysklad/sync/wake.ts'
import { writeItems } from '../../features/moysklad/sync/write.ts'
import { buildMoySkladConnection, buildMoySkladRun, ownership } from './moysklad-items.ts'

export type WrittenCounts = { created: number; tied: number; changed: number; failed: number }

/** The steps that a run takes with the rows it has read, each in a separate transaction as in a run. */
export class MoySkladExchange {
  readonly db: Db
  readonly #root: Root
  runId = 0

  constructor(root: Root, db: Db) {
    this.#root = root
    this.db = db
  }

  /** With an active connection and a run in progress. */
  static async open(root: Root, db: Db, owner: { id: number }): Promise<MoySkladExchange> {
    const exchange = new MoySkladExchange(root, db)
    await buildMoySkladConnection(db, owner)
    exchange.runId = await buildMoySkladRun(db)
    return exchange
  }

  step<T>(work: (own: Db) => Promise<T>): Promise<T> {
    return inOwnTransaction(this.#root, this.db, work)
  }

  read(...items: MoySkladRead[]): Promise<void> {
    return this.readAt(nowIso(), ...items)
  }

  readAt(at: string, ...items: MoySkladRead[]): Promise<void> {
    return this.step((own) => storeItems(own, items, at))
  }

  async wake(): Promise<void> {
    await this.step(wakeLater)
    while (!(await this.step((own) => wakeSome(own))));
  }

  async plan(organizationId: string | null = null, owners = ownership('moysklad')): Promise<void> {
    const some = () => this.step((own) => planItems(own, organizationId, owners, moySkladKinds, 500))
    while ((await some()) > 0);
  }

  async write(owners: MoySkladOwnership = ownership('moysklad'), limit = 500): Promise<WrittenCounts> {
    const sum = { created: 0, tied: 0, changed: 0, failed: 0 }
    for (const kind of moySkladKinds) await this.#writeKind(owners, kind, limit, sum)
    return sum
  }

  async #writeKind(
    owners: MoySkladOwnership,
    kind: MoySkladKind,
    limit: number,
    sum: WrittenCounts,
  ): Promise<void> {
    for (;;) {
      const counts = await this.step((own) => writeItems(own, this.runId, owners, kind, limit))
      if (counts.seen === 0) return
      for (const name of ['created', 'tied', 'changed', 'failed'] as const) sum[name] += counts[name]
    }
  }

  item({ moy_sklad_id }: MoySkladRead) {
    return this.db
      .from('moysklad_items')
      .selectAll()
      .where('moy_sklad_id', '=', moy_sklad_id)
      .executeTakeFirstOrThrow()
  }

  async planOf(item: MoySkladRead): Promise<string> {
    return (await this.item(item)).plan
  }

  async failuresOf(item: MoySkladRead): Promise<string[]> {
    return (await this.item(item)).failures.map(({ key }) => key)
  }

  product({ moy_sklad_id }: MoySkladRead) {
    return this.db.from('products').selectAll().where('moy_sklad_id', '=', moy_sklad_id).executeTakeFirst()
  }

  log() {
    return this.db
      .from('moysklad_log')
      .select(['part', 'action', 'title', 'our_id', 'is_conflict', 'changes', 'failures'])
      .orderBy('id')
      .execute()
  }
}

/** An item of MoySklad after a change made in MoySklad. */
export const changedThere = <Read extends MoySkladRead>(item: Read, fields: Partial<Read['data']>): Read => ({
  ...item,
  ...('name' in fields && { title: fields.name }),
  data: { ...item.data, ...fields },
})
