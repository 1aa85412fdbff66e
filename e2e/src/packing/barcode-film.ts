/**
 * Bars of the ten digits in the left half of an EAN-13, in code set A. The other code sets follow from it.
 */
const left = '0001101 0011001 0010011 0111101 0100011 0110001 0101111 0111011 0110111 0001011'.split(' ')
const right = left.map((bars) => [...bars].map((bar) => (bar === '0' ? '1' : '0')).join(''))
const leftOther = right.map((bars) => [...bars].reverse().join(''))
/** By the first digit, which has no bars: the code set of each digit in the left half. */
const ways = 'AAAAAA AABABB AABBAB AABBBA ABAABB ABBAAB ABBBAA ABABAB ABABBA ABBABA'.split(' ')

function barsOf(code: string): string {
  const [first = 0, ...others] = [...code].map(Number)
  const way = ways[first] ?? ''
  const half = others.slice(0, 6).map((figure, index) => (way[index] === 'A' ? left : leftOther)[figure])
  return ['101', ...half, '01010', ...others.slice(6).map((figure) => right[figure]), '101'].join('')
}

const [width, height, bar] = [640, 480, 4]

/** One second of a camera that looks at an EAN-13, as uncompressed video (YUV4MPEG2). */
export function filmOf(code: string): Buffer {
  const bars = barsOf(code)
  const line = Buffer.alloc(width, 235)
  const begin = (width - bars.length * bar) / 2
  for (const [index, sign] of [...bars].entries())
    if (sign === '1') line.fill(16, begin + index * bar, begin + (index + 1) * bar)
  const blank = Buffer.alloc(width * 120, 235)
  const light = Buffer.concat([blank, ...Array<Buffer>(height - 240).fill(line), blank])
  const colour = Buffer.alloc((width * height) / 2, 128)
  const frame = Buffer.concat([Buffer.from('FRAME\n'), light, colour])
  const head = Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`)
  return Buffer.concat([head, ...Array<Buffer>(10).fill(frame)])
}

/** A random EAN of thirteen digits. The last one is the check digit. */
export function randomEan(): string {
  const figures = Array.from({ length: 12 }, (_, index) => (index === 0 ? 2 : Math.floor(Math.random() * 10)))
  const sum = figures.reduce((all, figure, index) => all + figure * (index % 2 === 0 ? 1 : 3), 0)
  return `${figures.join('')}${(10 - (sum % 10)) % 10}`
}
