import {
  accountAt,
  corrAccountAt,
  findMistakes,
  innDigit,
  isUsualCorrAccount,
  ogrnDigit,
  type Requisites,
} from '@artel/contract/legal-entities/legal-entities.rules'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

const none = { kpp: null, ogrn: null, bik: null, account: null, corr_account: null }
// Real numbers, published by their owners and the Bank of Russia.
const sber = { type: 'company', inn: '7707083893', ...none } as const
const person = { type: 'entrepreneur', inn: '500100732259', ...none } as const
const selfEmployed = { ...person, type: 'self_employed' } as const

const wrong = (requisites: Requisites) => findMistakes(requisites).map(({ path, key }) => `${path} ${key}`)

describe('findMistakes', () => {
  test.each<[string, Requisites]>([
    ['a bank', { ...sber, kpp: '773601001', ogrn: '1027700132195' }],
    ['a shop', { ...sber, inn: '7721546864', ogrn: '1067746062449' }],
    ['a company alone', { ...sber, inn: '7736207543' }],
    ['an entrepreneur', { ...person, ogrn: '304500116000157' }],
    ['a self-employed person', selfEmployed],
    ['a correspondent account', { ...sber, bik: '044525225', corr_account: '30101810400000000225' }],
    ['another', { ...sber, bik: '044030827', corr_account: '30101810200000000827' }],
    [
      'the example of the Bank of Russia',
      { ...sber, bik: '049805000', corr_account: '30101810800000000746' },
    ],
    ['its account', { ...sber, bik: '049805746', account: '40602810700000000025' }],
    ['an account', { ...sber, bik: '044030827', account: '40702810900000002851' }],
    ['an account at a big bank', { ...sber, bik: '044525225', account: '40702810938000000001' }],
    ['an account of an entrepreneur', { ...person, bik: '044525225', account: '40802810100000000001' }],
    ['a KPP with letters', { ...sber, kpp: '7736AB001' }],
  ])('accepts %s', (_, requisites) => expect(wrong(requisites)).toEqual([]))

  test.each<[string, Requisites, string[]]>([
    ['another last digit', { ...sber, inn: '7707083894' }, ['inn bad_inn']],
    ['two digits changed places', { ...sber, inn: '7707038893' }, ['inn bad_inn']],
    ['the last but one of twelve', { ...person, inn: '500100732269' }, ['inn bad_inn']],
    ['the last of twelve', { ...person, inn: '500100732258' }, ['inn bad_inn']],
    ['zeros', { ...sber, inn: '0000000000' }, ['inn bad_inn']],
    ['twelve zeros', { ...person, inn: '000000000000' }, ['inn bad_inn']],
    ['a person’s INN of a company', { ...sber, inn: person.inn }, ['inn digits_exactly']],
    ['a company’s INN of a person', { ...person, inn: sber.inn }, ['inn digits_exactly']],
    ['letters', { ...sber, inn: '77070838О3' }, ['inn digits_exactly']],
    ['other digits', { ...sber, inn: '٧٧٠٧٠٨٣٨٩٣' }, ['inn digits_exactly']],
    ['an OGRN', { ...sber, ogrn: '1027700132196' }, ['ogrn bad_ogrn']],
    ['zeros for an OGRN', { ...sber, ogrn: '0000000000000' }, ['ogrn bad_ogrn']],
    ['an OGRNIP of a company', { ...sber, ogrn: '304500116000157' }, ['ogrn digits_exactly']],
    ['an OGRNIP', { ...person, ogrn: '304500116000158' }, ['ogrn bad_ogrn']],
    ['an OGRN of the self-employed', { ...selfEmployed, ogrn: '304500116000157' }, ['ogrn no_ogrn_here']],
    ['a KPP of a person', { ...person, kpp: '773601001' }, ['kpp no_kpp_here']],
    ['small letters in a KPP', { ...sber, kpp: '7736ab001' }, ['kpp bad_kpp']],
    ['a short KPP', { ...sber, kpp: '77360100' }, ['kpp bad_kpp']],
    ['a short BIK', { ...sber, bik: '04452522' }, ['bik digits_exactly']],
    ['an account without a bank', { ...sber, account: '40702810938000000001' }, ['bik bik_needed']],
    ['another key', { ...sber, bik: '044525225', account: '40702810038000000001' }, ['account bad_account']],
    ['another bank', { ...sber, bik: '044525226', account: '40702810938000000001' }, ['account bad_account']],
    [
      'another correspondent account',
      { ...sber, bik: '044525225', corr_account: '30101810500000000225' },
      ['corr_account bad_corr_account'],
    ],
    [
      'a short account',
      { ...sber, bik: '044525225', account: '4070281093800000000' },
      ['account digits_exactly'],
    ],
    [
      'all of it',
      { type: 'company', inn: '1', kpp: '1', ogrn: '1', bik: '1', account: '1', corr_account: '1' },
      ['inn', 'kpp', 'ogrn', 'bik', 'account', 'corr_account'].map((path) =>
        path === 'kpp' ? 'kpp bad_kpp' : `${path} digits_exactly`,
      ),
    ],
  ])('rejects %s', (_, requisites, expected) => expect(wrong(requisites)).toEqual(expected))
})

const digits = (count: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: count, maxLength: count }).map((all) => all.join(''))
const isZero = (text: string) => Number(text) === 0
const withInnDigit = (start: string) => start + innDigit(start)

const companyInn = digits(9)
  .filter((start) => !isZero(start))
  .map(withInnDigit)
const personInn = digits(10)
  .filter((start) => !isZero(start))
  .map((start) => withInnDigit(withInnDigit(start)))
const ogrn = digits(11)
  .map((rest) => `1${rest}`)
  .map((start) => start + ogrnDigit(start))
const ogrnip = digits(13)
  .map((rest) => `3${rest}`)
  .map((start) => start + ogrnDigit(start))

describe('findMistakes with random values', () => {
  test('accepts numbers with calculated check digits', () => {
    fc.assert(
      fc.property(companyInn, ogrn, digits(9), digits(20), (inn, ogrn, bik, number) => {
        const account = accountAt(bik, number)
        const corr_account = corrAccountAt(bik, number)
        expect(wrong({ ...sber, inn, ogrn, bik, account, corr_account })).toEqual([])
      }),
    )
    fc.assert(
      fc.property(personInn, ogrnip, (inn, ogrn) => {
        expect(wrong({ ...person, inn, ogrn })).toEqual([])
      }),
    )
  })

  test('detects one mistyped digit in an account number', () => {
    const place = fc.integer({ min: 0, max: 19 })
    fc.assert(
      fc.property(digits(9), digits(20), place, fc.integer({ min: 1, max: 9 }), (bik, number, at, by) => {
        const account = accountAt(bik, number)
        const mistyped = account.slice(0, at) + ((Number(account[at]) + by) % 10) + account.slice(at + 1)
        expect(wrong({ ...sber, bik, account: mistyped })).toEqual(['account bad_account'])
      }),
    )
  })

  test('detects a wrong check digit of an INN, an OGRN and an OGRNIP', () => {
    const by = fc.integer({ min: 1, max: 9 })
    const turned = (number: string, by: number) => number.slice(0, -1) + ((Number(number.at(-1)) + by) % 10)
    fc.assert(
      fc.property(companyInn, ogrn, by, (inn, ogrn, by) => {
        expect(wrong({ ...sber, inn: turned(inn, by), ogrn: turned(ogrn, by) })).toEqual([
          'inn bad_inn',
          'ogrn bad_ogrn',
        ])
      }),
    )
    fc.assert(
      fc.property(personInn, ogrnip, by, (inn, ogrn, by) => {
        expect(wrong({ ...person, inn: turned(inn, by), ogrn: turned(ogrn, by) })).toEqual([
          'inn bad_inn',
          'ogrn bad_ogrn',
        ])
      }),
    )
  })

  test('never throws, and reports each field at most once', () => {
    const text = fc.option(fc.string({ maxLength: 25, unit: 'grapheme' }))
    const type = fc.constantFrom('company', 'entrepreneur', 'self_employed')
    fc.assert(
      fc.property(
        type,
        fc.string(),
        text,
        text,
        text,
        text,
        text,
        (type, inn, kpp, ogrn, bik, account, corr) => {
          const mistakes = findMistakes({ type, inn, kpp, ogrn, bik, account, corr_account: corr })
          expect(new Set(mistakes.map(({ path }) => path)).size).toBe(mistakes.length)
        },
      ),
    )
  })
})

test('a correspondent account usually ends as the BIK does', () => {
  expect(isUsualCorrAccount('044525225', '30101810400000000225')).toBe(true)
  expect(isUsualCorrAccount('049805000', '30101810800000000746')).toBe(false)
  expect(isUsualCorrAccount('044525225', '40702810938000000225')).toBe(false)
})
