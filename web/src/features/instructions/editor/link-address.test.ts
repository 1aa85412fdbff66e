import { describe, expect, it } from 'vitest'
import { addressOf } from './link-address.ts'

describe('a typed link', () => {
  it.each([
    ['example.ru', 'https://example.ru'],
    [' example.ru/как?x=1#y ', 'https://example.ru/как?x=1#y'],
    ['склад.рф', 'https://склад.рф'],
    ['https://a.example/b', 'https://a.example/b'],
    ['HTTPS://a.example', 'HTTPS://a.example'],
    ['sklad@artel.demo', 'mailto:sklad@artel.demo'],
    ['mailto:sklad@artel.demo', 'mailto:sklad@artel.demo'],
    ['+7 (900) 123-45-67', 'tel:+79001234567'],
    ['tel:112', 'tel:112'],
  ])('%s leads to %s', (typed, address) => {
    expect(addressOf(typed)).toBe(address)
  })

  it.each([
    '',
    'просто слова',
    'http://a.example',
    'javascript:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,x',
    '//evil.example',
    '/tasks',
    'https://',
    'https:// a.example',
    'localhost:3000',
    'https://user@evil.example',
    'ftp://a.example',
  ])('%s is invalid', (typed) => {
    expect(addressOf(typed)).toBeNull()
  })
})
