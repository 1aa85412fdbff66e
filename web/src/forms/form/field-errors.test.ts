import { describe, expect, it } from 'vitest'
import { fieldError, strayErrors, withoutField } from './field-errors.ts'

const errors = {
  name: ['Заполните поле', 'Не меньше 2 символов'],
  'contacts.0.name': [],
  'contacts.1.phone': ['Проверьте цифры'],
  contactsNote: ['Слишком длинно'],
  empty: [],
}

describe('fieldError', () => {
  it.each([
    ['name', 'Заполните поле'],
    ['contacts.1.phone', 'Проверьте цифры'],
    ['contacts.*', 'Проверьте цифры'],
    ['contacts.1.*', 'Проверьте цифры'],
    ['contacts.0.*', undefined],
    ['contacts', undefined],
    ['name.*', undefined],
    ['empty', undefined],
    ['toString', undefined],
    ['*', undefined],
  ])('%s', (field, message) => {
    expect(fieldError(errors, field)).toBe(message)
  })
})

it('a changed field loses its errors and those of nested fields', () => {
  expect(Object.keys(withoutField(errors, 'contacts'))).toEqual(['name', 'contactsNote', 'empty'])
})

it('errors without a field in the form are kept', () => {
  expect(strayErrors(errors, ['name', 'contacts'])).toEqual(['Слишком длинно'])
  expect(strayErrors(errors, [])).toEqual(['Заполните поле', 'Проверьте цифры', 'Слишком длинно'])
})
