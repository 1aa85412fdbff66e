import { describe, expect, test } from 'vitest'
import { emptyValues, mistakesIn, toBody } from './legal-entity-values.ts'

const firm = { ...emptyValues, name: 'ООО «Уют»', inn: '7707083893', kpp: '773601001' }

describe('what is sent', () => {
  test('is what differs, and nothing in place of an empty text', () => {
    expect(toBody(firm)).toEqual({ name: 'ООО «Уют»', inn: '7707083893', kpp: '773601001' })
    expect(toBody({ ...firm, kpp: '', phone: ' 1 ' }, firm)).toEqual({ kpp: null, phone: '1' })
    expect(toBody(firm, firm)).toEqual({})
  })

  test('has none of the numbers that the type does not have', () => {
    const person = { ...firm, type: 'self_employed', inn: '500100732259', ogrn: '1' } as const
    expect(toBody(person, { ...firm, ogrn: '1027700132195' })).toEqual({
      type: 'self_employed',
      inn: '500100732259',
      kpp: null,
      ogrn: null,
    })
  })
})

test('what the type does not have is not wrong either', () => {
  expect(mistakesIn({ ...firm, ogrn: '1' }).map(({ path }) => path)).toEqual(['ogrn'])
  const person = { ...firm, type: 'self_employed', inn: '500100732259', ogrn: '1' } as const
  expect(mistakesIn(person)).toEqual([])
})
