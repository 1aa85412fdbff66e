import { describe, expect, test } from 'vitest'
import { emptyValues, mistakesIn, toBody } from './legal-entity-values.ts'

const firm = { ...emptyValues, name: 'ООО «Уют»', inn: '7707083893', kpp: '773601001' }

describe('the request body', () => {
  test('has only changed fields, and no empty texts', () => {
    expect(toBody(firm)).toEqual({ name: 'ООО «Уют»', inn: '7707083893', kpp: '773601001' })
    expect(toBody({ ...firm, kpp: '', phone: ' 1 ' }, firm)).toEqual({ kpp: null, phone: '1' })
    expect(toBody(firm, firm)).toEqual({})
  })

  test('clears the numbers that the type does not have', () => {
    const person = { ...firm, type: 'self_employed', inn: '500100732259', ogrn: '1' } as const
    expect(toBody(person, { ...firm, ogrn: '1027700132195' })).toEqual({
      type: 'self_employed',
      inn: '500100732259',
      kpp: null,
      ogrn: null,
    })
  })
})

test('a number that the type does not have is no mistake', () => {
  expect(mistakesIn({ ...firm, ogrn: '1' }).map(({ path }) => path)).toEqual(['ogrn'])
  const person = { ...firm, type: 'self_employed', inn: '500100732259', ogrn: '1' } as const
  expect(mistakesIn(person)).toEqual([])
})
