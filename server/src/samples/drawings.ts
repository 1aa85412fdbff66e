export type Colour = readonly [number, number, number]
type Point = readonly [x: number, y: number]

/** A drawing as raw bytes of red, green and blue. */
type Drawing = { data: Buffer; width: number; height: number }
export type NamedDrawing = { name: string; draw(): Drawing }

/** The size of a drawing in the units of its corners. */
const across = 2400
const down = 1800
/** Pixels of a unit. A whole drawing holds the process while it is drawn, so it is no larger than it is shown. */
const scale = 0.5
const width = across * scale
const height = down * scale

const wall: Colour = [233, 227, 216]
const floor: Colour = [196, 186, 170]
const wood: Colour = [150, 116, 78]
const steel: Colour = [96, 108, 112]

/** The colours of a box's lid, left side and right side. */
export type Tone = readonly [Colour, Colour, Colour]
export const kraft: Tone = [
  [216, 177, 122],
  [192, 148, 91],
  [162, 120, 66],
]
export const pine: Tone = [
  [46, 129, 119],
  [27, 98, 91],
  [20, 80, 75],
]
export const brass: Tone = [
  [232, 197, 104],
  [201, 161, 62],
  [168, 129, 38],
]

export class Sheet {
  readonly data = Buffer.alloc(width * height * 3)

  constructor(horizon: number) {
    this.fill([0, 0], [across, 0], [across, horizon], [0, horizon], wall)
    this.fill([0, horizon], [across, horizon], [across, down], [0, down], floor)
  }

  /** Fills a convex quadrilateral, so each line of pixels is one span. The corners are in order. */
  fill(a: Point, b: Point, c: Point, d: Point, colour: Colour): void {
    const corners = [a, b, c, d].map(([x, y]): Point => [x * scale, y * scale])
    // A span is filled at once, because a loop over the pixels of a drawing takes a tenth of a second.
    const pixel = Uint8Array.from(colour)
    const ys = corners.map(([, y]) => y)
    const last = Math.min(height - 1, Math.ceil(Math.max(...ys)))
    for (let y = Math.max(0, Math.floor(Math.min(...ys))); y <= last; y += 1) {
      const crossed = corners.flatMap((from, index) =>
        crossing(from, corners[(index + 1) % 4] ?? from, y + 0.5),
      )
      if (crossed.length < 2) continue
      const from = Math.max(0, Math.round(Math.min(...crossed)))
      const to = Math.min(width, Math.round(Math.max(...crossed)))
      this.data.fill(pixel, (y * width + from) * 3, Math.max(from, to) * 3 + y * width * 3)
    }
  }

  /**
   * A block seen from above, with its nearest corner at (`x`, `y`); `size` is half of its width on the sheet.
   */
  block(x: number, y: number, size: number, tall: number, [lid, left, right]: Tone): void {
    const half = size / 2
    const top = y - tall
    this.fill([x, top], [x - size, top - half], [x - size, y - half], [x, y], left)
    this.fill([x, top], [x + size, top - half], [x + size, y - half], [x, y], right)
    this.fill([x, top], [x + size, top - half], [x, top - size], [x - size, top - half], lid)
  }

  /** A block with tape. */
  box(x: number, y: number, size: number, tall: number, tone: Tone): void {
    this.block(x, y, size, tall, tone)
    const half = size / 2
    const top = y - tall
    const tape = size / 8
    const pale: Colour = [240, 226, 196]
    this.fill(
      [x - half - tape, top - half / 2 - tape / 2],
      [x - half + tape, top - half / 2 + tape / 2],
      [x + half + tape, top - half - half / 2 + tape / 2],
      [x + half - tape, top - half - half / 2 - tape / 2],
      pale,
    )
  }
}

/** The x where an edge crosses the middle of a line of pixels. */
function crossing([x, y]: Point, [toX, toY]: Point, at: number): number[] {
  if (y <= at === toY <= at) return []
  return [x + ((at - y) / (toY - y)) * (toX - x)]
}

/** Photos of tasks of the demo company, drawn by code. */
export const taskDrawings: readonly NamedDrawing[] = [
  { name: 'Паллета у ворот 3', draw: drawPallet },
  { name: 'Как сложить набор в короб', draw: drawPair },
  { name: 'Стеллаж 7: здесь лежат вкладыши', draw: drawShelf },
  { name: 'Короб без вкладыша', draw: drawSingle },
]

export const finish = ({ data }: Sheet): Drawing => ({ data, width, height })

function drawPallet(): Drawing {
  const sheet = new Sheet(900)
  sheet.block(1200, 1640, 860, 70, [wood, wood, [122, 92, 60]])
  sheet.box(1200, 1140, 340, 330, kraft)
  sheet.box(860, 1310, 340, 330, pine)
  sheet.box(1540, 1310, 340, 330, pine)
  sheet.box(1200, 1480, 340, 330, kraft)
  sheet.box(1200, 980, 340, 330, brass)
  return finish(sheet)
}

function drawPair(): Drawing {
  const sheet = new Sheet(700)
  sheet.box(820, 1440, 520, 420, kraft)
  sheet.box(1640, 1500, 400, 260, brass)
  sheet.box(1640, 1180, 240, 200, pine)
  return finish(sheet)
}

function drawShelf(): Drawing {
  const sheet = new Sheet(1560)
  for (const y of [560, 1020, 1480]) {
    for (const [index, tone] of [kraft, pine, kraft, brass].entries()) {
      sheet.box(480 + index * 480, y, 190, 150 + ((index * 70 + y) % 90), tone)
    }
    sheet.fill([200, y], [2200, y], [2200, y + 44], [200, y + 44], steel)
  }
  for (const x of [200, 2156]) sheet.fill([x, 180], [x + 44, 180], [x + 44, 1640], [x, 1640], steel)
  return finish(sheet)
}

function drawSingle(): Drawing {
  const sheet = new Sheet(820)
  sheet.box(1200, 1520, 680, 520, kraft)
  return finish(sheet)
}
