import { cutText } from '@artel/contract/shapes/storable'
import bwip from 'bwip-js/node'
import encodeQr from 'qr'

// No spaces at either end, because nobody would see them.
const ascii = /^(?! )[ -~]{1,64}(?<! )$/

export function checkBarcode(barcode: string): void {
  if (!ascii.test(barcode))
    throw new RangeError(`No barcode of a box: ${JSON.stringify(cutText(barcode, 99))}`)
}

/** White space around the codes, in modules (ISO/IEC 15417 and 18004). */
const barsQuiet = 10
const qrQuiet = 4

/** Dots per module. Thinner bars get lost on worn paper, and thicker ones have no benefit. */
const leastModule = 2
const maxModule = 4

/** A Code 128 in dots: the widths of bars and gaps in turn, beginning and ending with a bar. */
export type Bars = { width: number; runs: number[] }

/**
 * @param density dots of the printer per dot of a label, so that edges are on whole dots of the printer
 * @returns null if the bars do not fit into `room`, or the bars with their quiet zones into `paper`
 */
export const barsOf = (barcode: string, room: number, paper: number, density: number): Bars | null =>
  barsIn('code128', barcode, room, paper, density)

/** The bars of an SSCC as GS1-128, with the application identifier 00. */
export const ssccBarsOf = (sscc: string, room: number, paper: number, density: number): Bars | null =>
  barsIn('gs1-128', `(00)${sscc}`, room, paper, density)

function barsIn(
  symbology: 'code128' | 'gs1-128',
  text: string,
  room: number,
  paper: number,
  density: number,
): Bars | null {
  const [symbol] = bwip.raw(symbology, text)
  if (!symbol || !('sbs' in symbol)) throw new Error('Code 128 is made of bars')
  const modules = symbol.sbs.reduce((sum, run) => sum + run, 0)
  const most = Math.min(room / modules, paper / (modules + 2 * barsQuiet), maxModule)
  const module = Math.floor(most * density) / density
  if (module < leastModule) return null
  return { width: modules * module, runs: symbol.sbs.map((run) => run * module) }
}

/** A QR code in dots: the side of its square with the quiet zone, and the dark runs of its rows. */
export type Qr = {
  side: number
  module: number
  runs: { x: number; y: number; width: number }[]
}

/** The largest QR code that fits into a square of `room` dots, including its quiet zone. */
export function qrOf(barcode: string, room: number, density: number): Qr {
  const rows = encodeQr(barcode, 'raw', { ecc: 'medium', border: qrQuiet })
  const module = Math.floor((room / rows.length) * density) / density
  const runs = rows.flatMap((row, y) =>
    darkRuns(row).map(([start, end]) => ({
      x: start * module,
      y: y * module,
      width: (end - start) * module,
    })),
  )
  return { side: rows.length * module, module, runs }
}

function darkRuns(row: readonly boolean[]): [number, number][] {
  const runs: [number, number][] = []
  row.forEach((isDark, x) => {
    const last = runs.at(-1)
    if (isDark && last?.[1] === x) last[1] = x + 1
    else if (isDark) runs.push([x, x + 1])
  })
  return runs
}
