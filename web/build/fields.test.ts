import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { limitsByCall } from './fields.ts'

const limits = limitsByCall()

test('finds the maximum lengths of the texts of a call in any wrapper', () => {
  expect(limits['tasks.create']).toEqual({ title: 200, description: 5000 })
  expect(limits['profile.update']).toEqual({ first_name: 100, last_name: 100, nick_name: 100, phone: 50 })
  // An email, and a body with several forms.
  expect(limits['account.changeEmail']).toMatchObject({ email: 254 })
  expect(limits['auth.login']).toMatchObject({ login: 254, email: 254 })
})

test('calls that only read have no limits, because no form sends them', () => {
  expect(Object.keys(limits).filter((name) => name.endsWith('.list'))).toEqual([])
})

// What stands in its call, and not as the field of a form.
const withOwnLimit = [
  'features/pushes/automatic-form.tsx',
  'features/supplies/boxes/box-forms.tsx',
  'features/supplies/scanner/code-form.tsx',
  'features/wildberries/look-up-dialog.tsx',
]

test('form fields take their limits from the call', () => {
  const sources = join(import.meta.dirname, '../src')
  const found = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx'))
    .filter((name) =>
      /\{\.\.\.form\.at\([^<]*?maxLength=[^<]*?\/>/.test(readFileSync(join(sources, name), 'utf8')),
    )
  expect(found.toSorted()).toEqual(withOwnLimit)
})
