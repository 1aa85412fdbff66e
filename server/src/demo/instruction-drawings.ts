import { type Colour, finish, kraft, type NamedDrawing, pine, Sheet, type Tone } from '../samples/drawings.ts'

const paper: Colour = [248, 246, 240]
const ink: Colour = [38, 40, 42]
const towel: Tone = [
  [232, 236, 233],
  [206, 213, 208],
  [178, 188, 182],
]
const grey: Tone = [
  [128, 142, 150],
  [98, 112, 121],
  [74, 87, 96],
]
const steel: Colour = [96, 108, 112]

/** Photos in the instructions of the demo company, drawn by code. */
export const instructionDrawings: readonly NamedDrawing[] = [
  { name: 'Стопка для набора «Уют»', draw: drawPile },
  { name: 'Штрихкод на боковой стенке', draw: drawLabel },
  { name: 'Проход свободен', draw: drawAisle },
  { name: 'Один короб в кадре', draw: drawFramed },
]

/** A large towel, two small ones on it, and a ribbon around them. */
function drawPile() {
  const sheet = new Sheet(760)
  sheet.block(1200, 1560, 700, 200, grey)
  sheet.block(1200, 1350, 520, 150, towel)
  sheet.block(1200, 1190, 520, 150, towel)
  const ribbon: Colour = [186, 110, 84]
  // Over the lid of the upper one, and down the left sides of both.
  sheet.fill([982, 931], [909, 894], [1429, 634], [1502, 671], ribbon)
  sheet.fill([982, 931], [909, 894], [909, 1204], [982, 1241], [160, 90, 66])
  return finish(sheet)
}

/** A box with a label on its right side, drawn in the slant of that side. */
function drawLabel() {
  const sheet = new Sheet(760)
  sheet.box(1200, 1560, 680, 560, kraft)
  const lean = (x: number) => 1560 - (x - 1200) / 2
  const patch = (from: number, to: number, high: number, low: number, colour: Colour) =>
    sheet.fill(
      [from, lean(from) - high],
      [to, lean(to) - high],
      [to, lean(to) - low],
      [from, lean(from) - low],
      colour,
    )
  patch(1360, 1700, 430, 160, paper)
  // Bars that form no valid barcode.
  for (const [index, wide] of [10, 4, 16, 6, 12, 4, 8, 18, 4, 10, 6, 14].entries()) {
    patch(1396 + index * 23, 1396 + index * 23 + wide, 390, 240, ink)
  }
  patch(1396, 1660, 215, 195, ink)
  return finish(sheet)
}

/** Shelves with a free aisle before them. */
function drawAisle() {
  const sheet = new Sheet(1280)
  for (const y of [520, 900, 1280]) {
    for (const [index, tone] of [kraft, kraft, pine, kraft].entries()) {
      sheet.box(500 + index * 470, y, 150, 110 + ((index * 50 + y) % 60), tone)
    }
    sheet.fill([220, y], [2180, y], [2180, y + 40], [220, y + 40], steel)
  }
  const stripe: Colour = [228, 190, 74]
  sheet.fill([160, 1500], [2240, 1500], [2280, 1536], [120, 1536], stripe)
  return finish(sheet)
}

/** A box in the middle, and the corners of a picture around it. */
function drawFramed() {
  const sheet = new Sheet(820)
  sheet.box(1200, 1460, 520, 400, kraft)
  for (const [x, toX] of [
    [420, 620],
    [1980, 1780],
  ] as const) {
    for (const [y, toY] of [
      [240, 400],
      [1640, 1480],
    ] as const) {
      const [left, right] = [Math.min(x, toX), Math.max(x, toX)]
      const [top, bottom] = [Math.min(y, toY), Math.max(y, toY)]
      const [dx, dy] = [x < toX ? 24 : -24, y < toY ? 24 : -24]
      sheet.fill([left, y], [right, y], [right, y + dy], [left, y + dy], paper)
      sheet.fill([x, top], [x + dx, top], [x + dx, bottom], [x, bottom], paper)
    }
  }
  return finish(sheet)
}
