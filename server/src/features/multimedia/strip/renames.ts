import type { LiveEntity } from '@artel/contract/events'
import type { LiveEvents } from '../../../events/live-events.ts'
import type { MediaOwner } from '../multimedia.queries.ts'

/**
 * What shows the file of media that a row of a table uses. Rows of other tables (`example_rows`) only remember the
 * media.
 */
export const shownBy: Record<MediaOwner['table'] | 'users' | 'companies', LiveEntity> = {
  users: 'user',
  companies: 'company',
  task_multimedia: 'task',
  task_comment_multimedia: 'task',
  box_inspection_multimedia: 'supply',
  product_multimedia: 'product',
  shop_item_multimedia: 'shop_item',
  order_multimedia: 'order',
  instruction_multimedia: 'instruction',
}

/** Minimum interval between events of a company, ms, because each makes all its open screens read again. */
const intervalMs = 10_000

/**
 * Makes open pages read again what shows renamed files, because the old names are 404. One event stands for all
 * things of an entity, and its id is 0: a thousand events at once would take longer to follow.
 */
export class Renames {
  readonly #companyId: number
  readonly #publish: LiveEvents['publish']
  readonly #entities = new Set<LiveEntity>()
  #published = performance.now()

  constructor(companyId: number, publish: LiveEvents['publish']) {
    this.#companyId = companyId
    this.#publish = publish
  }

  add(tables: readonly string[]): void {
    const entities = new Map<string, LiveEntity>(Object.entries(shownBy))
    for (const table of tables) {
      const entity = entities.get(table)
      if (entity) this.#entities.add(entity)
    }
    if (performance.now() - this.#published > intervalMs) this.tell()
  }

  tell(): void {
    const action = 'update'
    this.#publish(
      [...this.#entities].map((entity) => ({
        companyId: this.#companyId,
        event: { entity, id: 0, action },
        audience: 'everyone',
      })),
    )
    this.#entities.clear()
    this.#published = performance.now()
  }
}
