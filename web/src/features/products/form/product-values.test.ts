import { describe, expect, it } from 'vitest'
import { changeOf, draftOf, emptyProduct, findMistakes, placeErrors } from './product-values.ts'

const part = { name: 'Лента', article: '', quantity: 2 }
const blank = { name: ' ', article: '', quantity: 1 }
const values = { ...emptyProduct, name: 'Плед', article: 'PLED' }

describe('the request body', () => {
  it('omits blank rows, and has null for empty texts', () => {
    const sent = draftOf({
      ...values,
      barcodes: ['', ' ABC ', ''],
      components: [blank, part],
      brand: ' ',
    })
    expect(sent).toMatchObject({
      barcodes: ['ABC'],
      components: [{ name: 'Лента', article: null, quantity: 2 }],
      brand: null,
      money: 0,
    })
  })

  it('has only changed fields, and ignores a row that was left blank', () => {
    const touched = { ...values, barcodes: [''], components: [blank], weight_g: 300 }
    expect(changeOf(touched, values)).toEqual({ weight_g: 300 })
  })

  it('has its errors mapped back to their rows', () => {
    const rows = { ...values, barcodes: ['A', '', 'B'], components: [blank, part] }
    const errors = { 'barcodes.1': ['x'], 'components.0.name': ['y'], barcodes: ['z'], article: ['w'] }
    expect(placeErrors(errors, rows)).toEqual({
      'barcodes.2': ['x'],
      'components.1.name': ['y'],
      barcodes: ['z'],
      article: ['w'],
    })
  })
})

describe('mistakes found before sending', () => {
  const keysOf = (fields: object) =>
    Object.fromEntries([...findMistakes({ ...values, ...fields })].map(([path, { key }]) => [path, key]))

  it.each([
    [{}, {}],
    [{ article: 'АB-1' }, { article: 'mixed_alphabets' }],
    [{ barcodes: ['4006381333931', '', '4006381333932'] }, { 'barcodes.2': 'barcode_digit' }],
    [{ barcodes: ['A', ' A'] }, { 'barcodes.1': 'barcode_twice' }],
    [{ barcodes: ['4.6E+12'] }, { 'barcodes.0': 'barcode_rounded' }],
    [{ components: [blank, { ...part, name: '', article: 'L' }] }, { 'components.1.name': 'required' }],
    [{ components: [{ ...part, quantity: null }] }, { 'components.0.quantity': 'required' }],
  ])('%j', (fields, mistakes) => {
    expect(keysOf(fields)).toEqual(mistakes)
  })
})
