import type { Bitmap } from '../drawing/bitmap.ts'
import { millimetresOf } from '../drawing/measures.ts'

/**
 * One label in TSPL. It says the size of the label. Gap, darkness, speed and direction stay as the printer is set
 * up.
 */
export function toTspl(
  { height, rowBytes, bits }: Bitmap,
  size: Parameters<typeof millimetresOf>[0],
): Uint8Array {
  const { width, height: length } = millimetresOf(size)
  const head = `SIZE ${width} mm,${length} mm\r\nREFERENCE 0,0\r\nCLS\r\nBITMAP 0,0,${rowBytes},${height},0,`
  // In TSPL a zero bit is black.
  const dots = Buffer.from(bits.map((byte) => ~byte & 0xff))
  return Buffer.concat([Buffer.from(head, 'latin1'), dots, Buffer.from('\r\nPRINT 1,1\r\n', 'latin1')])
}
