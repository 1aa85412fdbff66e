import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { rulesByCall } from './fields.ts'

const rules = rulesByCall()
const pick = (call: string, part: 'maxLength' | 'max' | 'presence') =>
  Object.fromEntries(
    Object.entries(rules[call] ?? {}).flatMap(([name, rule]) =>
      rule[part] === undefined ? [] : [[name, rule[part]]],
    ),
  )

test('finds the maximum of texts and numbers of a call in any wrapper', () => {
  expect(pick('tasks.create', 'maxLength')).toEqual({ title: 200, description: 5000 })
  expect(pick('profile.update', 'maxLength')).toEqual({
    first_name: 100,
    last_name: 100,
    nick_name: 100,
    phone: 50,
  })
  expect(pick('shop.update', 'max')).toMatchObject({ price: 1_000_000_000, stock: 1_000_000 })
  // An email, and a body with several forms.
  expect(pick('account.changeEmail', 'maxLength')).toMatchObject({ email: 254 })
  expect(pick('auth.login', 'maxLength')).toMatchObject({ login: 254, email: 254 })
})

test('finds which fields must have a value', () => {
  const { number, warehouse_id, destination, comment, plan, marketplace } = pick(
    'supplies.create',
    'presence',
  )
  // The server numbers a supply, and has a marketplace for it.
  expect([number, marketplace]).toEqual([undefined, undefined])
  expect(warehouse_id).toBe('required')
  expect([destination, comment, plan]).toEqual(['optional', 'optional', 'optional'])
  expect(pick('supplies.update', 'presence')).toMatchObject({ number: 'kept', destination: 'optional' })
  // A switch always has a value. A comment is optional only in some forms of the body.
  expect(pick('instructions.update', 'presence')).not.toHaveProperty('is_published')
  expect(pick('account.changePassword', 'presence')).toMatchObject({ current_password: 'required' })
})

test('calls that only read have no rules, because no form sends them', () => {
  expect(Object.keys(rules).filter((name) => name.endsWith('.list'))).toEqual([])
})

// The limit stands deeper in the call, or is below the limit of the call.
const withOwnLimit = [
  'features/company/hours/hours-aside.tsx',
  'features/pushes/automatic-form.tsx',
  'features/shop/storefront/buy-form.tsx',
  'features/supplies/boxes/box-forms.tsx',
  'features/supplies/scanner/code-form.tsx',
  'features/tasks/many/many-common.tsx',
  'features/wildberries/look-up-dialog.tsx',
]

test('form fields take their limits from the call', () => {
  const sources = join(import.meta.dirname, '../src')
  const found = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx'))
    .filter((name) =>
      /\{\.\.\.form\.at\([^<]*?(maxLength|max)=[^<]*?\/>/.test(readFileSync(join(sources, name), 'utf8')),
    )
  expect(found.toSorted()).toEqual(withOwnLimit)
})
