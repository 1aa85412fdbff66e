import type { Bitmap } from '../drawing/bitmap.ts'

/**
 * One label in ZPL. It changes only what depends on the label: its size, and what an earlier label may have turned
 * or mirrored. Darkness, speed and the kind of paper stay as the printer is set up.
 */
export function toZpl({ width, height, rowBytes, bits }: Bitmap): Uint8Array {
  const total = bits.length
  const head = `^XA^PON^PMN^LRN^LH0,0^PW${width}^LL${height}`
  const graphic = `^FO0,0^GFA,${total},${total},${rowBytes},${rowsOf(bits, rowBytes).join('')}^FS`
  return Buffer.from(`${head}${graphic}^PQ1^XZ\r\n`, 'latin1')
}

/** Rows in the compressed hexadecimal form of ZPL, which every printer with `^GF` reads. */
function rowsOf(bits: Uint8Array, rowBytes: number): string[] {
  const rows: string[] = []
  let previous = ''
  for (let at = 0; at < bits.length; at += rowBytes) {
    const row = Buffer.from(bits.subarray(at, at + rowBytes))
      .toString('hex')
      .toUpperCase()
    // A colon repeats the row above. A comma fills the rest of a row with white.
    rows.push(row === previous ? ':' : compressed(row))
    previous = row
  }
  return rows
}

const compressed = (row: string): string => {
  const dark = row.replace(/0+$/, '')
  const runs = dark.replace(/(.)\1{2,}/g, (run, digit: string) => `${countOf(run.length)}${digit}`)
  return dark.length < row.length ? `${runs},` : runs
}

/** `G`…`Y` are 1…19 and `g`…`z` are 20, 40…400; together they give the number of equal digits. */
function countOf(count: number): string {
  const [most, twenties, ones] = [Math.floor(count / 400), Math.floor((count % 400) / 20), count % 20]
  const many = twenties > 0 ? String.fromCharCode(0x66 + twenties) : ''
  const few = ones > 0 ? String.fromCharCode(0x46 + ones) : ''
  return `${'z'.repeat(most)}${many}${few}`
}
