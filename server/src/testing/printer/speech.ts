import { cutText } from '@artel/contract/shapes/storable'
/** A label that the test printer has printed: one value for each dot, 0 is black. */
export type Burned = { width: number; height: number; greys: Uint8Array }

/** The next piece of what was sent to a printer. `length`: bytes that it takes. */
export type Piece =
  | { kind: 'label'; length: number; label: Burned }
  | { kind: 'question'; length: number; language: 'zpl' | 'tspl' }
  | { kind: 'setting'; length: number }

type Reader = { width: number; height: number; picture: Burned | null }

/** Reads both languages of label printers, from the first byte of a connection to its last. */
export class SpeechReader {
  #bytes = Buffer.alloc(0)
  #page: Reader = { width: 0, height: 0, picture: null }
  readonly #dotsPerMillimetre: number

  constructor(dotsPerMillimetre: number) {
    this.#dotsPerMillimetre = dotsPerMillimetre
  }

  /** The pieces that are complete with these bytes. @throws Error for what neither language has */
  read(bytes: Buffer): Piece[] {
    this.#bytes = Buffer.concat([this.#bytes, bytes])
    const pieces: Piece[] = []
    for (;;) {
      const piece = this.#next()
      if (!piece) return pieces
      this.#bytes = this.#bytes.subarray(piece.length)
      pieces.push(piece)
    }
  }

  #next(): Piece | null {
    const text = this.#bytes.toString('latin1')
    if (/^[\r\n]/.test(text)) return { kind: 'setting', length: 1 }
    if (text.startsWith('\x1b!?')) return { kind: 'question', length: 3, language: 'tspl' }
    if (text.startsWith('~HS')) return { kind: 'question', length: 3, language: 'zpl' }
    if (text.startsWith('^XA')) return readZpl(text)
    return this.#line(text)
  }

  #line(text: string): Piece | null {
    const bitmap = /^BITMAP 0,0,(\d+),(\d+),0,/.exec(text)
    if (bitmap) return this.#bitmap(bitmap)
    const end = text.indexOf('\r\n')
    if (end < 0 || text.startsWith('BITMAP')) return null
    const line = text.slice(0, end)
    const length = end + 2
    if (line === 'PRINT 1,1') return { kind: 'label', length, label: this.#takePicture() }
    const size = /^SIZE (\d+) mm,(\d+) mm$/.exec(line)
    if (size) {
      const [width = 0, height = 0] = size.slice(1).map((side) => Number(side) * this.#dotsPerMillimetre)
      this.#page = { width, height, picture: null }
    } else if (line !== 'CLS' && line !== 'REFERENCE 0,0') throw new Error(`No command of TSPL: ${line}`)
    return { kind: 'setting', length }
  }

  #bitmap([head, rowBytes, rows]: RegExpExecArray): Piece | null {
    const [start, perRow, height] = [head.length, Number(rowBytes), Number(rows)]
    const length = start + perRow * height
    if (this.#bytes.length < length) return null
    const bits = this.#bytes.subarray(start, length).map((byte) => ~byte & 0xff)
    if (height !== this.#page.height || perRow !== Math.ceil(this.#page.width / 8))
      throw new Error('The bitmap is not of the size of the label')
    this.#page.picture = burn(this.#page.width, height, perRow, bits)
    return { kind: 'setting', length }
  }

  #takePicture(): Burned {
    const { picture } = this.#page
    if (!picture) throw new Error('A label without a bitmap')
    return picture
  }
}

function readZpl(text: string): Piece | null {
  const end = text.indexOf('^XZ')
  if (end < 0) return null
  const format = text.slice(0, end)
  const [width, height] = ['PW', 'LL'].map((name) => Number(new RegExp(`\\^${name}(\\d+)`).exec(format)?.[1]))
  const graphic = /\^FO0,0\^GFA,(\d+),(\d+),(\d+),([0-9A-Za-z,:!]+)\^FS/.exec(format)
  if (!width || !height || !graphic) throw new Error(`No label of ZPL: ${cutText(format, 80)}`)
  const [total, field, rowBytes] = graphic.slice(1, 4).map(Number)
  const bits = expand(graphic[4] ?? '', rowBytes ?? 0)
  if (total !== bits.length || field !== bits.length) throw new Error('The graphic is not as long as it says')
  return { kind: 'label', length: end + 3, label: burn(width, height, rowBytes ?? 0, bits) }
}

/** The bytes of the compressed hexadecimal digits of ZPL. */
function expand(data: string, rowBytes: number): Uint8Array {
  const digits = rowBytes * 2
  const rows: string[] = []
  let row = ''
  let count = 0
  const close = (filler: string) => {
    rows.push(row.padEnd(digits, filler))
    row = ''
  }
  for (const sign of data) {
    if (sign === ',') close('0')
    else if (sign === '!') close('F')
    else if (sign === ':') rows.push(rows.at(-1) ?? '0'.repeat(digits))
    else if (sign >= 'g') count += (sign.charCodeAt(0) - 0x66) * 20
    else if (sign >= 'G') count += sign.charCodeAt(0) - 0x46
    else {
      row += sign.repeat(Math.max(1, count))
      count = 0
      if (row.length === digits) close('0')
    }
    if (row.length > digits) throw new Error('A row of the graphic is too long')
  }
  if (row !== '') throw new Error('The last row of the graphic is not complete')
  return Buffer.from(rows.join(''), 'hex')
}

function burn(width: number, height: number, rowBytes: number, bits: Uint8Array): Burned {
  const greys = new Uint8Array(width * height)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      greys[y * width + x] = ((bits[y * rowBytes + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) === 0 ? 255 : 0
  return { width, height, greys }
}
