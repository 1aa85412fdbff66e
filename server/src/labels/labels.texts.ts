import type { Locale } from '@artel/contract/shapes/primitives'
import { createTranslator } from 'use-intl/core'

const en = {
  box: 'Box',
  of: 'of {count}',
  supply: 'Shipment {number}',
  units: '{count, plural, one {# unit} other {# units}}',
  more: 'and {count} more',
  pallet: 'Pallet',
  boxes: '{count, plural, one {# box} other {# boxes}}',
}

const ru: typeof en = {
  box: 'Короб',
  of: 'из {count}',
  supply: 'Поставка {number}',
  units: '{count, number} шт.',
  more: 'и ещё {count}',
  pallet: 'Паллета',
  boxes: '{count, plural, one {# короб} few {# короба} many {# коробов} other {# короба}}',
}

export type Words = ReturnType<typeof wordsIn>

export function wordsIn(language: Locale) {
  const translate = createTranslator({ locale: language, messages: { en, ru }[language] })
  return {
    box: translate('box'),
    of: (count: number) => translate('of', { count: String(count) }),
    supply: (number: string) => translate('supply', { number }),
    units: (count: number) => translate('units', { count }),
    more: (count: number) => translate('more', { count: String(count) }),
    pallet: translate('pallet'),
    boxes: (count: number) => translate('boxes', { count }),
  }
}
