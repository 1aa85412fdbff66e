import { brass, type Colour, finish, kraft, type NamedDrawing, pine, Sheet, type Tone } from './drawings.ts'

const linen: Tone = [
  [246, 241, 230],
  [226, 216, 198],
  [203, 191, 170],
]
const clay: Tone = [
  [214, 142, 116],
  [186, 110, 84],
  [152, 84, 62],
]
const slate: Tone = [
  [118, 134, 148],
  [88, 103, 117],
  [66, 79, 92],
]
const cocoa: Tone = [
  [126, 84, 62],
  [98, 62, 44],
  [74, 45, 31],
]
const paper: Colour = [244, 234, 212]

const centre = 1200

/** Photos of products, by product name. The subject is in the middle, because a square is cut out there. */
export const productDrawings: readonly NamedDrawing[] = [
  { name: 'Набор «Уют», махровый', draw: () => drawPile([slate, linen, slate]) },
  { name: 'Набор «Уют», вафельный', draw: () => drawPile([linen, clay, linen]) },
  { name: 'Подушка «Лён» и наволочка', draw: () => drawPile([linen, linen]) },
  { name: 'Плед «Клетка» в коробке', draw: drawPlaid },
  { name: 'Мыло ручной работы, 4 шт.', draw: () => drawBars([clay, linen, pine, brass]) },
  { name: 'Шоколад авторский, 6 плиток', draw: () => drawBars([cocoa, kraft, cocoa, clay, cocoa, kraft]) },
  { name: 'Чай листовой, подарочная банка', draw: drawTin },
  { name: 'Рюкзак городской, перепаковка', draw: drawBackpack },
]

/** Photos of shop items, by item name. */
export const shopDrawings: readonly NamedDrawing[] = [
  { name: 'Худи «Северный дом», плотное', draw: () => drawPile([pine, pine]) },
  { name: 'Термокружка 450 мл', draw: drawMug },
  { name: 'Сертификат Ozon, 1 000 ₽', draw: drawCards },
  { name: 'Шоколад авторский', draw: () => drawBars([cocoa, clay]) },
  { name: 'Плед «Клетка»', draw: drawPlaid },
  { name: 'Рюкзак городской', draw: drawBackpack },
]

/** A pile of folded cloth with a band around it. */
function drawPile(tones: readonly Tone[]) {
  const sheet = new Sheet(760)
  const tall = 170
  for (const [index, tone] of tones.entries()) sheet.block(centre, 1500 - index * tall, 620, tall - 14, tone)
  const top = 1500 - (tones.length - 1) * tall - (tall - 14)
  sheet.fill([820, top - 190], [910, top - 145], [1580, top - 480], [1490, top - 525], paper)
  return finish(sheet)
}

/** Checked cloth in an open box. */
function drawPlaid() {
  const sheet = new Sheet(760)
  sheet.block(centre, 1520, 660, 300, kraft)
  sheet.block(centre, 1230, 560, 90, pine)
  const [x, y] = [centre, 1140]
  for (const part of [0.2, 0.5, 0.8]) {
    const [along, down] = [560 * part, 280 * part]
    sheet.fill(
      [x - along - 26, y - down - 13],
      [x - along + 26, y - down + 13],
      [x - along + 586, y - down - 267],
      [x - along + 534, y - down - 293],
      brass[0],
    )
    sheet.fill(
      [x + along - 26, y - down + 13],
      [x + along + 26, y - down - 13],
      [x + along - 534, y - down - 293],
      [x + along - 586, y - down - 267],
      linen[0],
    )
  }
  return finish(sheet)
}

/** Small bars in two rows, drawn from back to front. */
function drawBars(tones: readonly Tone[]) {
  const sheet = new Sheet(700)
  const columns = tones.length / 2
  for (const [index, tone] of tones.entries()) {
    const [row, column] = [Math.floor(index / columns), index % columns]
    const step = 960 / columns
    const x = 760 + step / 2 + column * step + (row === 0 ? -40 : 40)
    sheet.box(x, 1120 + row * 330, step / 2.4, 120, tone)
  }
  return finish(sheet)
}

/** A tall tin with a label and a lid. */
function drawTin() {
  const sheet = new Sheet(820)
  sheet.block(centre, 1560, 380, 760, pine)
  sheet.fill([820, 1040], [1200, 1230], [1200, 1440], [820, 1250], paper)
  sheet.fill([880, 1120], [1140, 1250], [1140, 1280], [880, 1150], pine[1])
  sheet.fill([880, 1180], [1060, 1270], [1060, 1300], [880, 1210], pine[1])
  sheet.block(centre, 850, 410, 90, brass)
  return finish(sheet)
}

/** A bag with a pocket in front and a handle on top. */
function drawBackpack() {
  const sheet = new Sheet(860)
  sheet.block(centre, 620, 90, 60, slate)
  sheet.block(centre, 1580, 430, 780, slate)
  sheet.block(1060, 1600, 260, 330, pine)
  sheet.fill([800, 1000], [1200, 1200], [1200, 1226], [800, 1026], brass[1])
  return finish(sheet)
}

/** A slim mug with a band and a lid. */
function drawMug() {
  const sheet = new Sheet(820)
  sheet.block(centre, 1540, 230, 760, slate)
  sheet.fill([970, 1150], [1200, 1265], [1200, 1385], [970, 1270], brass[1])
  sheet.block(centre, 780, 180, 120, pine)
  return finish(sheet)
}

/** Two cards, one on top of the other. */
function drawCards() {
  const sheet = new Sheet(720)
  sheet.fill([700, 1130], [1240, 860], [1640, 1060], [1100, 1330], pine[0])
  sheet.fill([760, 1230], [1300, 960], [1700, 1160], [1160, 1430], paper)
  sheet.fill([900, 1230], [1120, 1120], [1160, 1140], [940, 1250], pine[1])
  sheet.fill([1380, 1180], [1460, 1140], [1540, 1180], [1460, 1220], brass[1])
  return finish(sheet)
}
