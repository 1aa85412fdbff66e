import { describe, expect, it, test } from 'vitest'
import { fits, means, wordsToMark } from './palette-item.ts'

describe('finding a command', () => {
  it.each([
    ['Тема: Тёмная', 'тема', true],
    ['Тема: Тёмная', 'темная тема', true],
    ['Тема: Тёмная', 'ntvf', true],
    ['Go to Tasks', 'ПЩ ЕФЫЛЫ', true],
    ['Тема: Тёмная', 'светлая', false],
  ])('%s by %s: %s', (title, query, expected) => expect(fits(title, query)).toBe(expected))
})

describe('highlighted words', () => {
  it.each([
    ['Плед «Тёплый дом»', 'теплый плед', ['теплый', 'плед']],
    ['Привет', 'ghbdtn', ['привет']],
    ['Задача по номеру', '2148', ['2148']],
  ])('of %s by %s', (title, query, words) => expect(wordsToMark(title, query)).toEqual(words))
})

test.each([
  ['выплата зарплата', 'зарпл', true],
  ['выплата зарплата', 'pfhgk', true],
  ['рабочее время', 'раб вре', true],
  ['баланс', 'анс', false],
  ['баланс', 'ба', false],
  ['', 'баланс', false],
])('the words «%s» mean «%s»: %s', (words, query, expected) => {
  expect(means(words, query)).toBe(expected)
})
