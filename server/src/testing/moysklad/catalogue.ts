import { type Account, moscow } from './account.ts'
import type { Entity } from './lists.ts'

const eanOf = (number: number): string => {
  const digits = `460${String(number).padStart(9, '0')}`
  const sum = [...digits].reduce((all, digit, place) => all + Number(digit) * (place % 2 === 0 ? 1 : 3), 0)
  return digits + String((10 - (sum % 10)) % 10)
}

const things = ['Плед', 'Свеча', 'Кружка', 'Полотенце', 'Подушка', 'Скатерть', 'Ваза', 'Поднос']
const kinds = ['«Уют»', '«Север»', '«Дача»', '«Праздник»', '«Лён»']

/** Creates `count` realistic products, the same each time. Every hundredth is archived. */
export function fillCatalogue(account: Account, count: number): void {
  for (let number = 1; number <= count; number++) account.put('product', productOf(number))
}

/**
 * Creates products directly, without a webhook message and dated a day ago, as if they were older than any
 * webhook.
 */
export function fillQuietly(account: Account, count: number): void {
  const updated = moscow(new Date(account.now().getTime() - 86_400_000))
  for (let number = 1; number <= count; number++) {
    const id = idOf(number)
    // The product has a name.
    account.entities.product.set(id, { ...productOf(number), id, updated } as Entity)
  }
  account.revision += 1
}

export const idOf = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

function productOf(number: number): Partial<Entity> {
  const [thing, kind] = [things[number % things.length], kinds[number % kinds.length]]
  return {
    id: idOf(number),
    name: `${thing} ${kind} ${number}`,
    code: String(number).padStart(5, '0'),
    article: `MS-${number}`,
    externalCode: `x${number}`,
    archived: number % 100 === 0,
    barcodes: [{ ean13: eanOf(number) }],
    pathName: `Дом/${thing}`,
    weight: (number % 50) / 100,
    description: number % 3 === 0 ? 'Мягкий, немаркий, тёплый.' : '',
    // Other fields of a MoySklad row, which make up most of its length.
    salePrices: [{ value: 129_000, currency: { meta: { href: 'currency', type: 'currency' } } }],
    buyPrice: { value: 54_000, currency: { meta: { href: 'currency', type: 'currency' } } },
    group: { meta: { type: 'group', mediaType: 'application/json' } },
    shared: true,
    volume: 0,
    variantsCount: 0,
    isSerialTrackable: false,
    trackingType: 'NOT_TRACKED',
    vat: 20,
    vatEnabled: true,
  }
}

/** A small company: two organizations, three stores, sets of several kinds, employees and stock. */
export function fillCompany(account: Account): void {
  account.put('organization', {
    name: 'ООО «Уют»',
    companyType: 'legal',
    legalTitle: 'Общество с ограниченной ответственностью «Уют»',
    inn: '7707083893',
    kpp: '773601001',
    ogrn: '1027700132195',
    director: 'Зотова М. С.',
    accounts: [
      { isDefault: true, accountNumber: '40702810938000060473', bic: '044525225', bankName: 'ПАО Сбербанк' },
    ],
  })
  account.put('organization', {
    name: 'ИП Зотова',
    companyType: 'entrepreneur',
    inn: '500100732259',
    ogrnip: '304500116000157',
    legalLastName: 'Зотова',
    legalFirstName: 'Марина',
    legalMiddleName: 'Сергеевна',
  })
  const stores = ['Подольск', 'Коледино', 'Возвраты'].map((name) => account.put('store', { name }).id)
  fillCatalogue(account, 60)
  account.put('product', { name: 'Без артикула и кода' })
  account.put('product', {
    name: 'Штрихкод с опечаткой',
    article: 'BAD-1',
    barcodes: [{ ean13: '4600000000011' }],
  })
  account.put('bundle', {
    name: 'Набор «Вечер дома»',
    article: 'SET-1',
    barcodes: [{ ean13: eanOf(900_001) }],
    components: [1, 2].map((number) => ({
      id: idOf(800_000 + number),
      assortment: { meta: { href: `entity/product/${idOf(number)}`, type: 'product' } },
      quantity: number,
    })),
  })
  const people = [
    ['Климова', 'Дарья', 'klimova@example.com'],
    ['Орлов', 'Илья', 'orlov@example.com'],
  ]
  for (const [lastName = '', firstName = '', email = ''] of people)
    account.put('employee', {
      name: `${lastName} ${firstName[0]}.`,
      fullName: `${lastName} ${firstName}`,
      lastName,
      firstName,
      email,
      uid: `${email.split('@')[0]}@${account.name}`,
      position: 'Сборщик',
    })
  for (let number = 1; number <= 60; number++)
    for (const [place, store] of stores.entries())
      if ((number + place) % 2 === 0) account.setStock(idOf(number), store, number * 3 + place)
}
