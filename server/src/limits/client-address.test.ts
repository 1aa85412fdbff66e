import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { clientAddress, clientKey } from './client-address.ts'

describe('a client', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['0:0:0:0:0:FFFF:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['203.0.113.7:56789', '203.0.113.7'],
    ['[2001:db8:1:2::3]', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::3]:56789', '2001:db8:1:2::/64'],
    ['[::ffff:203.0.113.7]:1', '203.0.113.7'],
    ['unknown', ''],
    ['', ''],
    [undefined, ''],
  ])('at %j is counted as %j', (ip, key) => {
    expect(clientKey({ ip })).toBe(key)
  })

  test.each(['unknown', '_hidden', '<script>', 'a\tb', '203.0.113.7:x', '[]', '1.2.3.4.5', 'x'.repeat(1000)])(
    'with the invalid address %j counts as the proxy and is shown as the proxy',
    (ip) => {
      const client = { ip, socket: { remoteAddress: '10.0.0.1' } }
      expect(clientKey(client)).toBe('10.0.0.1')
      expect(clientAddress(client)).toBe('10.0.0.1')
    },
  )

  test('address is read in two files only, so that no limit counts by a whole IPv6 address', () => {
    const source = join(import.meta.dirname, '..')
    const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
      .map((name) => name.replaceAll('\\', '/'))
      .filter((name) => /\.ts$/.test(name) && !/\.test\.ts$|^testing\//.test(name))
    const reads = /\.ips?\b|[{,]\s*ips?\s*[},:]|\bremoteAddress\b|x-forwarded-for/i
    const reading = files.filter((name) => reads.test(readFileSync(join(source, name), 'utf8')))
    // The metrics check whether the request comes from this machine.
    expect(reading.sort()).toEqual(['http/operations/metrics.ts', 'limits/client-address.ts'])
  })
})
