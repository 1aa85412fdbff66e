import type { LegalEntity } from '@artel/contract/legal-entities/legal-entities'
import { expect, test } from 'vitest'
import { legalEntitiesRu } from './legal-entities.ru.ts'
import { requisitesText } from './requisites-text.ts'

test('lists requisites line by line and omits empty ones', () => {
  const entity = {
    name: 'ИП Климова',
    full_name: 'Климова Дарья Игоревна',
    type: 'entrepreneur',
    inn: '500100732259',
    kpp: null,
    ogrn: '304500116000157',
    legal_address: null,
    address: null,
    phone: '+7 916 204-18-33',
    email: null,
    director: null,
    bank_name: null,
    bik: '044525225',
    account: '40802810100000000001',
    corr_account: null,
  } as LegalEntity // only these fields are read
  expect(requisitesText(entity, (key) => legalEntitiesRu[key])).toBe(
    [
      'Климова Дарья Игоревна',
      'ИНН: 500100732259',
      'ОГРНИП: 304500116000157',
      'БИК: 044525225',
      'Расчётный счёт: 40802810100000000001',
      'Телефон: +7 916 204-18-33',
    ].join('\n'),
  )
})
