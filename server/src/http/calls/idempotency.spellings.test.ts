import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Input } from '../../testing/access/row.ts'
import { rows } from '../../testing/access/rows.ts'
import { declared, useStage } from '../../testing/access/world.ts'
import { useTestApp } from '../../testing/app.ts'
import { head, sendBytes } from '../../testing/wire.ts'

// Uses real connections, because light-my-request rewrites an address before it is routed.
const test_ = useTestApp()
const stage = useStage(test_)
let port: number

beforeAll(async () => {
  await test_.app.listen({ port: 0, host: '127.0.0.1' })
  port = (test_.app.server.address() as AddressInfo).port // it listens on a port
})

const idempotent = Object.keys(declared).filter((name) => declared[name]?.isIdempotent)
const ownerAt = 4
const made = rows.filter(
  ({ call, expect: [...statuses] }) =>
    declared[call]?.isIdempotent && statuses[ownerAt] === declared[call].success,
)

type Spelling = { escapes: (0 | 1 | 2)[]; hasHost: boolean; query: string }

/** Ways to write an address that the router reads as the same one. */
const anySpelling: fc.Arbitrary<Spelling> = fc.record({
  escapes: fc.array(fc.constantFrom<0 | 1 | 2>(0, 1, 2), { minLength: 1, maxLength: 80 }),
  hasHost: fc.boolean(),
  query: fc.constantFrom('', '?', '?x=1', '?_t=%2e', '?/api/other'),
})

const escapeSign = (sign: string, how: 0 | 1 | 2 = 0): string => {
  const hex = sign.charCodeAt(0).toString(16)
  if (how === 0 || sign === '/') return sign
  return `%${how === 1 ? hex : hex.toUpperCase()}`
}

function spell(path: string, { escapes, hasHost, query }: Spelling): string {
  const signs = [...path].map((sign, index) => escapeSign(sign, escapes[index % escapes.length]))
  return `${hasHost ? 'http://artel' : ''}${signs.join('')}${query}`
}

async function send(address: string, key: string, { body = {} }: Input) {
  const { owner } = stage.clients
  const sent = JSON.stringify(body)
  const lines = [
    `cookie: ${owner.cookieHeader()}`,
    `x-xsrf-token: ${owner.csrfHeader()['x-xsrf-token']}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(sent)}`,
    `idempotency-key: ${key}`,
    'connection: close',
  ]
  const answer = await sendBytes(port, head(`POST ${address}`, ...lines), sent)
  return { status: answer.status, body: answer.body }
}

const pathOf = (name: string, { id, params = {} }: Input): string => {
  const named = new Map(Object.entries(params))
  return `/api${declared[name]?.path.replace(/:(\w+)/g, (_, part: string) => String(named.get(part) ?? id))}`
}

describe('an idempotency key', () => {
  test('is tested with every idempotent call', () => {
    expect([...new Set(made.map(({ call }) => call))].sort()).toEqual(idempotent.sort())
    expect(idempotent.every((name) => declared[name]?.method === 'POST')).toBe(true)
  })

  test('has one effect for all spellings of the path', async () => {
    for (const [index, { call, make }] of made.entries()) {
      const key = `key-${index}`
      const input = (await make?.(stage.world)) ?? {}
      const path = pathOf(call, input)
      const first = await send(path, key, input)
      expect([call, first.status]).toEqual([call, declared[call]?.success])
      const before = await stage.look()
      const property = fc.asyncProperty(anySpelling, async (spelling) => {
        expect(await send(spell(path, spelling), key, input)).toEqual(first)
      })
      await fc.assert(property, { numRuns: 12 })
      expect(await stage.look()).toEqual(before)
    }
  })
})
