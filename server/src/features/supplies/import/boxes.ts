import { maxBoxes } from '@artel/contract/supplies/supplies.line'
import type { Db } from '../../../database/db.ts'
import type { ImportOptions } from '../../imports/imports.ts'
import { readBounds, readBoxes } from './import.queries.ts'
import type { Values } from './rows.ts'

/** A line of a box with the changes of the file. */
export type ImportedItem = {
  /** null: the file creates the line. */
  id: number | null
  product_id: number
  quantity: number
  planned: number | null
  expires_on: string | null
  version: number
  /** The row of the file that has this line; null: none so far. */
  row: number | null
}

export type ImportedBox = {
  /** null until the box is written. */
  id: number | null
  number: number
  barcode: string
  isSealed: boolean
  isNamed: boolean
  items: Map<number, ImportedItem>
}

type Bound = { planned: number | null; packed: number }

/**
 * All boxes of a supply, and the bounds of its plan, while a file changes them. The supply's row is locked.
 */
export class ImportedBoxes {
  readonly #boxes: Map<string, ImportedBox>
  readonly #bounds: Map<number, Bound>
  readonly #hasPlan: boolean
  #last: number

  private constructor(boxes: readonly ImportedBox[], bounds: Map<number, Bound>) {
    this.#boxes = new Map(boxes.map((box) => [box.barcode, box]))
    this.#bounds = bounds
    this.#hasPlan = [...bounds.values()].some(({ planned }) => planned !== null)
    this.#last = Math.max(0, ...boxes.map(({ number }) => number))
  }

  static async read(db: Db, supplyId: number, { overwrites, isPlan }: ImportOptions): Promise<ImportedBoxes> {
    const boxes = await readBoxes(db, supplyId)
    const bounds = await readBounds(db, supplyId)
    const read = new ImportedBoxes(boxes, bounds)
    // Lines that the file replaces free their pieces in the plan. Lines of sealed boxes stay.
    if (overwrites && !isPlan)
      for (const box of boxes)
        if (!box.isSealed) for (const item of box.items.values()) read.count(item.product_id, -item.quantity)
    return read
  }

  get all(): Iterable<ImportedBox> {
    return this.#boxes.values()
  }

  find(barcode: string): ImportedBox | undefined {
    return this.#boxes.get(barcode)
  }

  get isFull(): boolean {
    return this.#boxes.size >= maxBoxes
  }

  add(barcode: string): ImportedBox {
    this.#last += 1
    const box: ImportedBox = {
      id: null,
      number: this.#last,
      barcode,
      isSealed: false,
      isNamed: true,
      items: new Map(),
    }
    this.#boxes.set(barcode, box)
    return box
  }

  /** The planned pieces of a product if `more` pieces would exceed them; null: they fit. */
  boundOf(productId: number, more: number): number | null {
    const { planned, packed } = this.#boundOf(productId)
    return planned !== null && packed + more > planned ? planned : null
  }

  count(productId: number, more: number): void {
    const bound = this.#boundOf(productId)
    this.#bounds.set(productId, { ...bound, packed: bound.packed + more })
  }

  /** Keeps the box and the line of a refused row, so that the import does not remove them. */
  spare(
    row: number,
    { box, barcode }: Values,
    products: ReadonlyMap<string, number>,
    { overwrites, isPlan }: ImportOptions,
  ): void {
    const named = this.#boxes.get(box ?? '')
    if (!named) return
    named.isNamed = true
    const item = named.items.get(products.get(barcode ?? '') ?? 0)
    if (!item || item.row !== null) return
    item.row = row
    if (overwrites && !isPlan && !named.isSealed) this.count(item.product_id, item.quantity)
  }

  #boundOf(productId: number): Bound {
    return this.#bounds.get(productId) ?? { planned: this.#hasPlan ? 0 : null, packed: 0 }
  }
}
