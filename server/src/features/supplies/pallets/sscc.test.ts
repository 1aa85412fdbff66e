import { palletCode, ssccCount, ssccOf, ssccText } from '@artel/contract/supplies/sscc'
import { expect, test } from 'vitest'

test('makes the SSCC of the GS1 General Specifications', () => {
  expect(ssccOf('0614141', 123_456_789)).toBe('006141411234567890')
})

test('fills the digits that the prefix leaves, the extension digit first', () => {
  expect(ssccOf('4600', 1).slice(0, 17)).toBe('04600000000000001')
  expect(ssccOf('460000123456', 12_345).slice(0, 17)).toBe('14600001234562345')
  expect(ssccOf('460000123456', ssccCount('460000123456')).slice(0, 17)).toBe('94600001234569999')
})

test.each([
  '00006141411234567890',
  ']C100006141411234567890',
  '\u001d00006141411234567890',
  '(00)006141411234567890',
  ' (00) 006141411234567890 ',
])('reads an SSCC as scanners send it: %j', (scanned) => {
  expect(palletCode(scanned)).toBe('006141411234567890')
})

test('leaves other codes as they are', () => {
  for (const code of ['PL0000000012', '4600000000008', '00006141411234567891', ssccText('1')])
    expect(palletCode(code)).toBe(code)
})
