import type { Locale } from '@artel/contract/shapes/primitives'
import { barcodeOf, type DemoProduct, demoProducts } from '../../samples/product-list.ts'

// What the example consists of, in the language of the person who adds it. A shift has worked here yesterday.

const own = {
  ru: {
    warehouses: [
      { name: 'Подольск', address: 'Московская обл., Подольск, Домодедовское шоссе, 7' },
      { name: 'Коледино', address: 'Московская обл., Подольск, Коледино, Троицкая ул., 20' },
    ],
    legalEntity: 'ООО «Северный дом»',
    brand: 'Северный дом',
    supply: { destination: 'Коледино', comment: 'Ворота 3, водитель позвонит за час' },
    tasks: ['Разобрать возвраты со стеллажа 7', 'Пересчитать ленты и вкладыши'],
  },
  en: {
    warehouses: [
      { name: 'North dock', address: '7 Harbour Road' },
      { name: 'South dock', address: '20 Mill Lane' },
    ],
    legalEntity: 'Northern Home Ltd',
    brand: 'Northern Home',
    supply: { destination: 'Koledino', comment: 'Gate 3, the driver calls an hour before' },
    tasks: ['Sort the returns from shelf 7', 'Count the ribbons and leaflets'],
  },
} satisfies Record<Locale, object>

export const exampleOf = (language: Locale) => own[language]

/** The number that the barcode of the first product is made of. */
const firstBarcode = 1000

type ExampleSet = ReturnType<typeof setOf>

function setOf(one: DemoProduct, index: number, language: Locale) {
  const { english } = one
  const words = language === 'en' && english ? english : one
  const parts = language === 'en' ? english?.parts : undefined
  return {
    /** The name of its drawing. */
    drawing: one.name,
    fields: {
      name: words.name,
      article: one.article,
      category: words.category,
      description: words.description ?? '',
      brand: one.brand ?? own[language].brand,
      barcodes: [barcodeOf(firstBarcode + index)],
      wildberries_id: null,
      components: (one.components ?? []).map(([name, quantity, article], place) => ({
        name: parts?.[place] ?? name,
        article: article ?? null,
        quantity,
      })),
      money: one.money,
      coins: one.coins,
      norm_seconds: one.seconds,
      weight_g: one.weight,
      is_active: true,
    },
  }
}

/** The eight sets of the example: those that have words in both languages, and a drawing. */
export const exampleSets = (language: Locale): ExampleSet[] =>
  demoProducts.filter(({ english }) => english !== undefined).map((one, index) => setOf(one, index, language))
