import { expect, test } from 'vitest'
import { readFormerScans } from './former-scans.ts'
import { storageOf } from './storage.testing.ts'

const scan = (fields: object = {}) =>
  JSON.stringify({ scan_id: 'a1', box_id: 4, barcode: '4607086560143', quantity: 2, ...fields })

test('waiting scans of the person become steps, with their time, box and refusal', () => {
  const refusal = { code: 'box_sealed', message: 'Коробка закрыта' }
  const kept = {
    'artel-scans.7.12.01763629200000000.a1': scan(),
    'artel-scans.7.12.01763629200000001.b2': scan({ scan_id: 'b2', refusal }),
    'artel-scans.8.12.01763629200000002.c3': scan(),
    'artel-scans.7.12.01763629200000003.d4': '{',
    theme: 'dark',
  }
  const found = readFormerScans('3.7', storageOf(kept))
  expect(found.map(({ step }) => step)).toMatchObject([
    {
      id: 'a1',
      call: 'supplies.scan',
      params: { supply_id: 12, id: 4 },
      body: { barcode: '4607086560143', quantity: 2 },
      subject: 'scans:12',
      made_at: 1_763_629_200_000,
    },
    { id: 'b2', refusal },
  ])
  expect('refusal' in found[0]!.step).toBe(false)
  found[0]!.remove()
  expect(Object.keys(kept)).not.toContain('artel-scans.7.12.01763629200000000.a1')
})
