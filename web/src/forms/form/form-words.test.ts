import { expect, it } from 'vitest'
import { insideSentence } from './form-words.ts'

it.each([
  ['Срок', 'срок'],
  ['ИНН', 'ИНН'],
  ['К выплате', 'к выплате'],
  ['', ''],
])('%s inside a sentence', (label, inside) => {
  expect(insideSentence(label)).toBe(inside)
})
