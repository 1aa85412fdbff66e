import { mostBoxes } from '@artel/contract/supplies.line'
import type { Db } from '../../database/db.ts'
import type { ImportOptions } from '../imports/imports.ts'
import { readBounds, readBoxes } from './supplies.import.queries.ts'
import type { Values } from './supplies.import.rows.ts'

/** A line of a box as the file leaves it. */
export type ImportedItem = {
  /** null: the file makes it. */
  id: number | null
  product_id: number
  quantity: number
  planned: number | null
  expires_on: string | null
  version: number
  /** The row of the file that names it. */
  row: number | null
}

export type ImportedBox = {
  /** null until it is written. */
  id: number | null
  number: number
  barcode: string
  isSealed: boolean
  isNamed: boolean
  items: Map<number, ImportedItem>
}

type Bound = { planned: number | null; packed: number }

/** All boxes of a supply, whose row is held, and how far its plan goes, while a file changes them. */
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
    // What is replaced leaves its room to what comes; what is sealed stays.
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
    return this.#boxes.size >= mostBoxes
  }

  add(barcode: string): ImportedBox {
    this.#last += 1
    const box: ImportedBox = {
      ...{ id: null, number: this.#last, barcode, isSealed: false, isNamed: true, items: new Map() },
    }
    this.#boxes.set(barcode, box)
    return box
  }

  /** How many of a product the plan has, where so many more would be beyond it. */
  boundOf(productId: number, more: number): number | null {
    const { planned, packed } = this.#boundOf(productId)
    return planned !== null && packed + more > planned ? planned : null
  }

  count(productId: number, more: number): void {
    const bound = this.#boundOf(productId)
    this.#bounds.set(productId, { ...bound, packed: bound.packed + more })
  }

  /** Of what a wrong row names, the file says nothing that could be done: it stays. */
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
