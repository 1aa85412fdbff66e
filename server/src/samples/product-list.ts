import { checkDigit } from '@artel/contract/products/products.rules'

/** Pay, coins and norm are for one piece. Money in kopecks, weight in grams. */
export type DemoProduct = {
  name: string
  article: string
  category: string
  money: number
  coins: number
  seconds: number
  weight: number
  brand?: string
  description?: string
  components?: readonly [name: string, quantity: number, article?: string][]
  isOff?: true
  /** For an example in English; the parts are in the order of the components. */
  english?: { name: string; category: string; description?: string; parts?: readonly string[] }
}

/** Products with tasks, and the range of pieces in a task. */
export const demoWork = [
  {
    name: 'Набор «Уют», махровый',
    article: 'UYUT-M-01',
    category: 'Текстиль',
    money: 1800,
    coins: 1,
    seconds: 115,
    weight: 1240,
    pieces: [60, 160],
    description: 'Полотенца складываем втрое, вышивкой наружу. Лента один раз вокруг, бант сверху.',
    components: [
      ['Полотенце махровое 70×140, серое', 1, 'PM-70-S'],
      ['Полотенце махровое 50×90, молочное', 2, 'PM-50-M'],
      ['Лента атласная, м', 1],
      ['Вкладыш «Уют»', 1, 'VK-01'],
    ],
    english: {
      name: 'Terry towel set “Cosy”',
      category: 'Textiles',
      description:
        'Fold the towels in three, embroidery outwards. The ribbon goes round once, with the bow on top.',
      parts: ['Terry towel 70×140, grey', 'Terry towel 50×90, cream', 'Satin ribbon, m', '“Cosy” leaflet'],
    },
  },
  {
    name: 'Набор «Уют», вафельный',
    article: 'UYUT-V-01',
    category: 'Текстиль',
    money: 1800,
    coins: 1,
    seconds: 115,
    weight: 860,
    pieces: [60, 140],
    components: [
      ['Полотенце вафельное 45×80', 3, 'PV-45'],
      ['Лента атласная, м', 1],
      ['Вкладыш «Уют»', 1, 'VK-01'],
    ],
    english: {
      name: 'Waffle towel set “Cosy”',
      category: 'Textiles',
      parts: ['Waffle towel 45×80', 'Satin ribbon, m', '“Cosy” leaflet'],
    },
  },
  {
    name: 'Кружки «Тёплый дом», 2 шт.',
    article: 'TD-KR-2',
    category: 'Посуда',
    money: 1500,
    coins: 1,
    seconds: 75,
    weight: 780,
    pieces: [80, 200],
    description: 'Каждую кружку в плёнку, ручками в разные стороны. Потрясти: не должно стучать.',
    components: [
      ['Кружка керамическая 350 мл', 2, 'KR-350'],
      ['Плёнка воздушная, лист', 2],
      ['Коробка на две кружки', 1, 'KOR-K2'],
    ],
  },
  {
    name: 'Свечи соевые, подарочный набор',
    article: 'SVECHI-4',
    category: 'Подарки',
    money: 2000,
    coins: 1,
    seconds: 110,
    weight: 640,
    pieces: [40, 120],
    components: [
      ['Свеча соевая 100 мл, хлопок', 1, 'SV-100-H'],
      ['Свеча соевая 100 мл, инжир', 1, 'SV-100-I'],
      ['Свеча соевая 100 мл, кедр', 2, 'SV-100-K'],
      ['Наполнитель бумажный, г', 40],
    ],
  },
  {
    name: 'Подушка «Лён» и наволочка',
    article: 'LEN-50-70',
    category: 'Текстиль',
    money: 2300,
    coins: 1,
    seconds: 150,
    weight: 1450,
    pieces: [30, 90],
    components: [
      ['Подушка 50×70', 1, 'POD-50'],
      ['Наволочка льняная', 1, 'NAV-L'],
    ],
    english: {
      name: 'Linen pillow with pillowcase',
      category: 'Textiles',
      parts: ['Pillow 50×70', 'Linen pillowcase'],
    },
  },
  {
    name: 'Мыло ручной работы, 4 шт.',
    article: 'MYLO-4',
    category: 'Уход',
    money: 900,
    coins: 1,
    seconds: 40,
    weight: 420,
    pieces: [120, 300],
    components: [
      ['Мыло 100 г, лаванда', 1, 'ML-L'],
      ['Мыло 100 г, овёс', 1, 'ML-O'],
      ['Мыло 100 г, хвоя', 1, 'ML-H'],
      ['Мыло 100 г, апельсин', 1, 'ML-A'],
    ],
    english: {
      name: 'Handmade soap, 4 bars',
      category: 'Care',
      parts: ['Soap 100 g, lavender', 'Soap 100 g, oat', 'Soap 100 g, pine', 'Soap 100 g, orange'],
    },
  },
  {
    name: 'Плед «Клетка» в коробке',
    article: 'PLED-KL',
    category: 'Текстиль',
    money: 1700,
    coins: 1,
    seconds: 90,
    weight: 1680,
    pieces: [50, 120],
    description: 'Кистями внутрь. Чек-лист кладём под крышку.',
    english: {
      name: 'Checked blanket in a box',
      category: 'Textiles',
      description: 'Tassels inwards. The checklist goes under the lid.',
    },
  },
  {
    name: 'Термокружка 450 мл, маркировка',
    article: 'TERMO-450',
    category: 'Посуда',
    money: 800,
    coins: 1,
    seconds: 30,
    weight: 310,
    pieces: [150, 350],
    description: 'Наклейка на дно, ровно по кругу.',
  },
  {
    name: 'Рюкзак городской, перепаковка',
    article: 'RYUKZAK-G',
    category: 'Сумки',
    money: 2500,
    coins: 1,
    seconds: 120,
    weight: 920,
    pieces: [25, 60],
    brand: 'Тропа',
    english: {
      name: 'City backpack, repacking',
      category: 'Bags',
    },
  },
  {
    name: 'Шоколад авторский, 6 плиток',
    article: 'SHOK-6',
    category: 'Сладости',
    money: 1000,
    coins: 1,
    seconds: 50,
    weight: 540,
    pieces: [100, 260],
    description: 'Не ставить у батареи. Плитки по кругу: тёмный, молочный, белый.',
    components: [
      ['Плитка 80 г, тёмный', 2, 'PL-T'],
      ['Плитка 80 г, молочный', 2, 'PL-M'],
      ['Плитка 80 г, белый', 2, 'PL-B'],
    ],
    english: {
      name: 'Craft chocolate, 6 bars',
      category: 'Sweets',
      description: 'Keep away from radiators. The bars go round: dark, milk, white.',
      parts: ['Bar 80 g, dark', 'Bar 80 g, milk', 'Bar 80 g, white'],
    },
  },
  {
    name: 'Наушники, вклейка гарантийных талонов',
    article: 'NAUSH-GT',
    category: 'Техника',
    money: 300,
    coins: 1,
    seconds: 15,
    weight: 180,
    pieces: [200, 450],
    brand: 'Тихий час',
  },
  {
    name: 'Чай листовой, подарочная банка',
    article: 'CHAY-B-150',
    category: 'Сладости',
    money: 1200,
    coins: 1,
    seconds: 60,
    weight: 260,
    pieces: [80, 180],
    components: [
      ['Чай листовой, г', 150],
      ['Банка жестяная', 1, 'BAN-150'],
      ['Бирка с датой', 1],
    ],
    english: {
      name: 'Leaf tea in a gift tin',
      category: 'Sweets',
      parts: ['Leaf tea, g', 'Tin', 'Tag with the date'],
    },
  },
] as const satisfies readonly (DemoProduct & { pieces: readonly [number, number] })[]

/** Products without tasks, for a season or a later order. */
const resting: readonly DemoProduct[] = [
  {
    name: 'Набор «Баня», войлок',
    article: 'BANYA-V',
    category: 'Уход',
    money: 1900,
    coins: 1,
    seconds: 120,
    weight: 720,
    components: [
      ['Шапка войлочная', 1, 'SH-V'],
      ['Рукавица', 1, 'RUK-V'],
      ['Коврик', 1, 'KOV-V'],
    ],
  },
  {
    name: 'Фартук и прихватка «Кухня»',
    article: 'KUH-FP',
    category: 'Текстиль',
    money: 1100,
    coins: 1,
    seconds: 60,
    weight: 380,
  },
  {
    name: 'Доска разделочная, дуб',
    article: 'DOSKA-D',
    category: 'Посуда',
    money: 700,
    coins: 1,
    seconds: 35,
    weight: 1150,
  },
  {
    name: 'Набор специй, 8 банок',
    article: 'SPEC-8',
    category: 'Сладости',
    money: 1600,
    coins: 1,
    seconds: 95,
    weight: 690,
  },
  {
    name: 'Корзина пикник на двоих',
    article: 'PIKNIK-2',
    category: 'Подарки',
    money: 3200,
    coins: 2,
    seconds: 240,
    weight: 3400,
  },
  {
    name: 'Ёлочные шары, 12 шт.',
    article: 'SHARY-12',
    category: 'Подарки',
    money: 1400,
    coins: 1,
    seconds: 80,
    weight: 450,
    isOff: true,
  },
  {
    name: 'Гирлянда бумажная',
    article: 'GIRL-B',
    category: 'Подарки',
    money: 500,
    coins: 1,
    seconds: 25,
    weight: 90,
    isOff: true,
  },
  {
    name: 'Чехол для ноутбука, войлок',
    article: 'CHEHOL-14',
    category: 'Сумки',
    money: 600,
    coins: 1,
    seconds: 30,
    weight: 240,
  },
  {
    name: 'Шоппер льняной',
    article: 'SHOP-L',
    category: 'Сумки',
    money: 400,
    coins: 1,
    seconds: 20,
    weight: 130,
  },
  {
    name: 'Крем для рук, 3 тюбика',
    article: 'KREM-3',
    category: 'Уход',
    money: 850,
    coins: 1,
    seconds: 45,
    weight: 270,
  },
  {
    name: 'Зарядка в дорогу, комплект',
    article: 'ZAR-D',
    category: 'Техника',
    money: 950,
    coins: 1,
    seconds: 55,
    weight: 320,
    brand: 'Тихий час',
    isOff: true,
  },
  {
    name: 'Набор «Уют», детский',
    article: 'UYUT-D-01',
    category: 'Текстиль',
    money: 1750,
    coins: 1,
    seconds: 110,
    weight: 640,
    components: [
      ['Полотенце с капюшоном', 1, 'PK-D'],
      ['Мочалка-зверь', 1],
    ],
  },
]

/** All products of the demo company. */
export const demoProducts: readonly DemoProduct[] = [...demoWork, ...resting]

/** Begins with 2, a prefix reserved for numbers within a shop, so no real product has this barcode. */
export function barcodeOf(number: number): string {
  const start = `20${String(4_100_000_000 + number * 13)}`
  return `${start}${checkDigit(start)}`
}
