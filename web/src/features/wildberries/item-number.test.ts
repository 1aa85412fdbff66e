import { expect, test } from 'vitest'
import { readItemNumber } from './item-number.ts'

test.each([
  ['146972802', 146_972_802],
  [' 146 972 802\n', 146_972_802],
  ['https://www.wildberries.ru/catalog/146972802/detail.aspx?targetUrl=GP', 146_972_802],
  ['https://wildberries.by/catalog/146972802/detail.aspx', 146_972_802],
  ['Смотри: https://www.wildberries.ru/catalog/146972802/detail.aspx', 146_972_802],
  ['https://www.wildberries.ru/product?card=146972802', 146_972_802],
  ['', null],
  ['0', null],
  ['UY-1', null],
  ['9'.repeat(16), null],
  ['https://example.com/catalog/146972802/', null],
  ['https://www.wildberries.ru/brands/zotova', null],
])('%j is the number %s', (text, expected) => {
  expect(readItemNumber(text)).toBe(expected)
})
