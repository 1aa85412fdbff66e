import { expect, it } from 'vitest'
import { keyFor } from './idempotency.ts'

it('a repeated request has the same key, and any other request has another key', () => {
  const first = keyFor({ body: { title: 'a' } }, null)
  expect(first.key).toMatch(/^[0-9a-f]{32}$/)
  expect(keyFor({ body: { title: 'a' } }, first)).toBe(first)
  expect(keyFor({ body: { title: 'b' } }, first).key).not.toBe(first.key)
  expect(keyFor({ body: { title: 'a' } }, null).key).not.toBe(first.key)
})
