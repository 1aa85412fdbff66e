import { isUtf8 } from 'node:buffer'
import { maxTokenCharacters } from '../limits.ts'
import { broken } from '../table-error.ts'

/**
 * Receives the content of a part while it is read. Names have no prefix. Attributes are the raw text of the
 * tag.
 */
export type XmlListener = {
  open(name: string, attributes: string): void
  text?(text: string): void
  close?(name: string): void
}

/**
 * Reads the XML of spreadsheets piece by piece. hucre's reader rescans an unfinished token with each piece
 * and skips a DOCTYPE. This reader limits the length of a token and does not support entities defined in the
 * file.
 */
export class XmlReader {
  readonly #listener: XmlListener
  readonly #decoder = new Utf8Pieces()
  readonly #path: string[] = []
  #rest = ''
  #isBegun = false

  constructor(listener: XmlListener) {
    this.#listener = listener
  }

  write(bytes: Buffer): void {
    let source = this.#rest + this.#decoder.take(bytes)
    if (!this.#isBegun && source !== '') {
      this.#isBegun = true
      if (source.startsWith('\uFEFF')) source = source.slice(1)
    }
    this.#rest = source.slice(this.#read(source))
    if (this.#rest.length > maxTokenCharacters) throw broken()
  }

  end(): void {
    const isWhole = this.#decoder.isWhole && this.#rest.trim() === '' && this.#path.length === 0
    if (!isWhole || !this.#isBegun) throw broken()
  }

  /** @returns the index up to which `source` was consumed */
  #read(source: string): number {
    let at = 0
    for (;;) {
      const open = source.indexOf('<', at)
      if (open < 0) return this.#readOpenText(source, at)
      if (open > at) this.#listener.text?.(decodeText(source.slice(at, open)))
      const end = this.#readMarkup(source, open)
      if (end < 0) return open
      at = end
    }
  }

  /**
   * Text whose end has not arrived yet. A long text is passed on in part, so that the listener rejects it by
   * its own limit.
   */
  #readOpenText(source: string, from: number): number {
    const length = source.length - from
    if (length < maxTokenCharacters / 4) return from
    const ampersand = source.lastIndexOf('&')
    const to = ampersand > source.length - longestReference ? ampersand : source.length
    if (to > from) this.#listener.text?.(decodeText(source.slice(from, to)))
    return to
  }

  /** @returns the index after the markup, or -1 if its end has not arrived yet */
  #readMarkup(source: string, open: number): number {
    const sign = source.charCodeAt(open + 1)
    if (sign === exclamation) return this.#readDeclaration(source, open)
    if (sign === question) return after(source, '?>', open)
    const end = sign === slash ? source.indexOf('>', open) : tagEnd(source, open)
    if (end < 0) return -1
    if (sign === slash) this.#close(source, open + 2, end)
    else this.#open(source, open + 1, end)
    return end + 1
  }

  #readDeclaration(source: string, open: number): number {
    if (source.startsWith('<!--', open)) return after(source, '-->', open + 4)
    if (source.startsWith('<![CDATA[', open)) {
      const end = after(source, ']]>', open)
      if (end >= 0) this.#listener.text?.(source.slice(open + 9, end - 3))
      return end
    }
    if (source.length - open < 9) return -1
    // A DOCTYPE. No spreadsheet writes one, and its purpose would be to define entities.
    throw broken()
  }

  #open(source: string, from: number, end: number): void {
    const isEmpty = source.charCodeAt(end - 1) === slash
    const to = isEmpty ? end - 1 : end
    let nameEnd = from
    while (nameEnd < to && source.charCodeAt(nameEnd) > space) nameEnd += 1
    const name = source.slice(from, nameEnd)
    if (name === '') throw broken()
    const local = localName(name)
    this.#listener.open(local, source.slice(nameEnd, to))
    if (isEmpty) this.#listener.close?.(local)
    else this.#path.push(name)
    // Spreadsheet elements nest six levels deep.
    if (this.#path.length > 100) throw broken()
  }

  #close(source: string, from: number, end: number): void {
    const name = this.#path.pop()
    const isSame =
      name !== undefined &&
      source.startsWith(name, from) &&
      source.slice(from + name.length, end).trim() === ''
    if (!isSame) throw broken()
    this.#listener.close?.(localName(name))
  }
}

/** Reads a whole part. */
export async function readXml(pieces: AsyncIterable<Buffer>, listener: XmlListener): Promise<void> {
  const reader = new XmlReader(listener)
  for await (const piece of pieces) reader.write(piece)
  reader.end()
}

/** The attributes of a tag by their full names, with prefix. */
export function attributesOf(attributes: string): Map<string, string> {
  const found = new Map<string, string>()
  eachAttribute(attributes, (name, value) => found.set(name, value))
  return found
}

export function eachAttribute(attributes: string, take: (name: string, value: string) => void): void {
  let at = 0
  for (;;) {
    while (attributes.charCodeAt(at) <= space) at += 1
    if (at >= attributes.length) return
    const equals = attributes.indexOf('=', at)
    let open = equals + 1
    while (attributes.charCodeAt(open) <= space) open += 1
    const quote = attributes[open]
    const close = quote === '"' || quote === "'" ? attributes.indexOf(quote, open + 1) : -1
    if (equals < 0 || close < 0) throw broken()
    take(attributes.slice(at, equals).trimEnd(), decodeText(attributes.slice(open + 1, close)))
    at = close + 1
  }
}

const space = 0x20
const exclamation = 0x21
const doubleQuote = 0x22
const singleQuote = 0x27
const slash = 0x2f
const greater = 0x3e
const question = 0x3f

// &#x10FFFF; with some leading zeros.
const longestReference = 16

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function decodeText(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&([^;&]{0,14});?/g, (whole, reference: string) => {
    const [, decimal, hexadecimal] = /^#(?:(\d+)|x([\da-f]+))$/i.exec(reference) ?? []
    const code = Number.parseInt(decimal ?? hexadecimal ?? '', decimal ? 10 : 16)
    const character = code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined
    const meant = character ?? (Object.hasOwn(named, reference) ? named[reference] : undefined)
    if (meant === undefined || !whole.endsWith(';')) throw broken()
    return meant
  })
}

function after(source: string, sign: string, from: number): number {
  const at = source.indexOf(sign, from)
  return at < 0 ? -1 : at + sign.length
}

/** Finds the end of a tag. A `>` inside quotes does not end it. */
export function tagEnd(source: string, open: number): number {
  let quote = 0
  for (let at = open + 1; at < source.length; at += 1) {
    const code = source.charCodeAt(at)
    if (quote !== 0) quote = code === quote ? 0 : quote
    else if (code === doubleQuote || code === singleQuote) quote = code
    else if (code === greater) return at
  }
  return -1
}

const localName = (name: string): string => (name.includes(':') ? name.slice(name.indexOf(':') + 1) : name)

/** Decodes UTF-8 from pieces that may cut a character. Rejects invalid bytes. */
class Utf8Pieces {
  #rest: Buffer = Buffer.alloc(0)

  get isWhole(): boolean {
    return this.#rest.length === 0
  }

  take(bytes: Buffer): string {
    const all = this.#rest.length > 0 ? Buffer.concat([this.#rest, bytes]) : bytes
    const whole = all.subarray(0, wholeLength(all))
    if (!isUtf8(whole)) throw broken()
    this.#rest = Buffer.from(all.subarray(whole.length))
    return whole.toString('utf8')
  }
}

/** The length without an incomplete last character. */
function wholeLength(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte < 0x80) return bytes.length
    if (byte < 0xc0) continue
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
    return length > back ? bytes.length - back : bytes.length
  }
  return bytes.length
}
