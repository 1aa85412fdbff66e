import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ipaddr from 'ipaddr.js'
import { describe, expect, test } from 'vitest'
import { clientAddress, clientKey, isTrusted } from './client-address.ts'

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

  const inner = ['10.0.0.0/8', 'fd00::/8'].map((network) => ipaddr.parseCIDR(network))

  test.each([
    ['none', '10.0.0.1', 0, false],
    ['next', '203.0.113.7', 0, true],
    ['next', '10.0.0.1', 1, false],
    [inner, '10.255.0.1', 0, true],
    [inner, '10.255.0.1', 3, true],
    [inner, '::ffff:10.255.0.1', 0, true],
    [inner, 'fd12::7', 1, true],
    [inner, '11.0.0.1', 0, false],
    [inner, '2001:db8::1', 0, false],
    [inner, 'unknown', 1, false],
    [inner, '', 0, false],
  ] as const)(
    'behind proxies of %j: the headers of %j at hop %i are believed: %j',
    (trust, peer, hop, is) => {
      expect(isTrusted(trust, peer, hop)).toBe(is)
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
