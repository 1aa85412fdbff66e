import { Slices } from '../slices.ts'

/** The response is not JSON or exceeds a limit. The message contains nothing of the response. */
export class JsonError extends Error {}

/** The one list in a response that may be long. */
export type LongList = {
  /** The key of the list in the response object. Null: the response is the list. */
  key: string | null
  maxItems: number
}

/** Maximum size of a response without the items of its long list, bytes. */
export const maxShortBytes = 262_144
/** Maximum size of one item, bytes. */
const maxItemBytes = 1_000_000
/** Maximum values in one item, because the parse time grows with them. */
const maxItemValues = 20_000
const deepest = 64
/** Bytes per step: items are parsed together up to this size, and the scan handles as many bytes at once. */
const pieceBytes = 65_536

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a]
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]

/**
 * `JSON.parse` in slices of the event loop. The long list is cut at its commas, and a group of items is
 * parsed at a time. A limit is checked during the scan, before anything is parsed.
 * @throws JsonError
 */
export async function parseInSlices(body: Buffer, long: LongList | null): Promise<unknown> {
  const slices = await Slices.begin()
  const scan = new ListScan(body, long)
  while (!scan.scanSome()) if (slices.isOver) await slices.next()
  const items: unknown[] = []
  for (const [from, to] of scan.pieces) {
    if (slices.isOver) await slices.next()
    const piece = parse(`[${body.toString('utf8', from, to)}]`) as unknown[] // the text is in brackets
    // An empty piece means a comma at the end of the list, directly after a cut.
    if (piece.length === 0 && scan.pieces.length > 1) throw new JsonError('empty item')
    for (const item of piece) items.push(item)
  }
  const rest = parse(scan.textAround)
  if (scan.pieces.length === 0) return rest
  if (long?.key == null) return items
  return { ...(rest as object), [long.key]: items } // the object has this key
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new JsonError('no JSON')
  }
}

/** Finds the commas where a long list can be cut. It does not validate the JSON, because the parser does. */
class ListScan {
  readonly #body: Buffer
  readonly #key: Buffer | null
  readonly #maxItems: number
  /** The nesting depth of the list's items. */
  readonly #listDepth: number
  #at = 0
  #depth = 0
  /** Byte range of the last string. */
  #string: readonly [from: number, to: number] = [0, 0]
  #isKey: boolean
  #isInside = false
  /** The list: its first byte after the opening bracket, and its closing bracket. */
  #list: { from: number; to: number } | undefined
  #items = 0
  #itemFrom = 0
  #itemValues = 0
  /** Byte ranges to parse together. */
  readonly pieces: [from: number, to: number][] = []

  constructor(body: Buffer, long: LongList | null) {
    this.#body = body
    this.#key = long?.key == null ? null : Buffer.from(JSON.stringify(long.key))
    this.#maxItems = long?.maxItems ?? 0
    this.#listDepth = long === null ? -1 : long.key === null ? 1 : 2
    this.#isKey = long?.key === null
  }

  /**
   * @returns whether the scan has reached the end
   * @throws JsonError if a limit is exceeded
   */
  scanSome(): boolean {
    const until = Math.min(this.#at + pieceBytes, this.#body.length)
    for (; this.#at < until; this.#at += 1) this.#take(this.#body[this.#at] ?? 0)
    if (this.#isInside ? this.#at - this.#itemFrom > maxItemBytes : this.#shortBytes > maxShortBytes)
      throw new JsonError('too long')
    return this.#at >= this.#body.length
  }

  /** The text without the items. */
  get textAround(): string {
    const { from, to } = this.#list ?? { from: 0, to: 0 }
    return this.#body.toString('utf8', 0, from) + this.#body.toString('utf8', to)
  }

  get #shortBytes(): number {
    return this.#list ? this.#at - (this.#list.to - this.#list.from) : this.#at
  }

  #take(byte: number): void {
    switch (byte) {
      case quote:
        this.#skipString()
        break
      case openList:
      case openObject:
        this.#open(byte)
        break
      case closeList:
      case closeObject:
        this.#depth -= 1
        if (this.#isInside && this.#depth < this.#listDepth) this.#endList()
        break
      case comma:
        this.#count()
        if (this.#isInside && this.#depth === this.#listDepth) this.#endItem()
        else if (this.#depth === 1) this.#isKey = false
        break
      case colon:
        if (this.#depth === 1 && this.#key !== null) this.#isKey = this.#isNamed()
    }
  }

  #open(byte: number): void {
    this.#depth += 1
    this.#count()
    if (this.#depth > deepest) throw new JsonError('too deep')
    if (!this.#list && this.#isKey && byte === openList && this.#depth === this.#listDepth) this.#beginList()
    else if (this.#depth <= 2) this.#isKey = false
  }

  #beginList(): void {
    const from = this.#at + 1
    this.#list = { from, to: from }
    this.#isInside = true
    this.#beginItem(from)
    this.pieces.push([from, from])
  }

  #beginItem(from: number): void {
    this.#items += 1
    this.#itemFrom = from
    this.#itemValues = 0
    if (this.#items > this.#maxItems) throw new JsonError('too many items')
  }

  #endItem(): void {
    const piece = this.pieces.at(-1)
    if (piece && this.#at - piece[0] >= pieceBytes) {
      piece[1] = this.#at
      this.pieces.push([this.#at + 1, this.#at + 1])
    }
    this.#beginItem(this.#at + 1)
  }

  #endList(): void {
    this.#isInside = false
    const piece = this.pieces.at(-1)
    if (piece) piece[1] = this.#at
    if (this.#list) this.#list.to = this.#at
  }

  #count(): void {
    if (this.#isInside && ++this.#itemValues > maxItemValues) throw new JsonError('too many values')
  }

  /** Skips to the closing quote, or to the maximum size of an item. */
  #skipString(): void {
    const body = this.#body
    const from = this.#at
    const until = Math.min(body.length, from + maxItemBytes)
    let at = from + 1
    for (; at < until && body[at] !== quote; at += 1) if (body[at] === backslash) at += 1
    this.#at = at
    this.#string = [from, at + 1]
  }

  #isNamed(): boolean {
    const [from, to] = this.#string
    return this.#key?.equals(this.#body.subarray(from, to)) ?? false
  }
}
