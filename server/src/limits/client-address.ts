import type { Socket } from 'node:net'
import { cutText } from '@artel/contract/shapes/storable'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import type { ProxyTrust } from '../setting-values.ts'

/** Characters of the longest text that can be an address with a zone and a port. */
const maxLength = 100
/** Number of 16-bit groups that identify the network of an IPv6 address. */
const networkGroups = 4

/** Fastify's type hides that the address is undefined if the connection broke at once. */
type Client = { ip: FastifyRequest['ip'] | undefined; socket?: Pick<Socket, 'remoteAddress'> }

/** The key of the peer that opened a connection: the client, or the proxy in front if there is one. */
export const connectionKey = ({ remoteAddress }: Socket): string => clientKey({ ip: remoteAddress })

/**
 * Reads each connection's address while it is open, because Node caches the address and cannot read it after
 * the connection is closed. Warns once if a proxy sends something that is no address, because all its clients
 * then share one key.
 */
export function rememberAddresses(app: FastifyInstance): void {
  app.server.on('connection', (socket: Socket) => void socket.remoteAddress)
  let hasWarned = false
  app.addHook('onRequest', async ({ ip, log }) => {
    if (hasWarned || !ip || parse(ip)) return
    hasWarned = true
    log.warn('X-Forwarded-For of the proxy holds no address: all its clients share one limit')
  })
}

/**
 * Whether the headers that a peer forwards are believed. `hop` counts from the server: 0 is the peer of
 * the connection. With `next` only that peer is believed, and not the addresses that it forwards.
 */
export function isTrusted(trust: ProxyTrust, address: string, hop: number): boolean {
  if (typeof trust === 'string') return trust === 'next' && hop === 0
  const peer = parse(address)
  return peer !== undefined && trust.some(([network, bits]) => isWithin(peer, network, bits))
}

const isWithin = (peer: Address, network: Address, bits: number): boolean =>
  peer.kind() === network.kind() && peer.match(network, bits)

/** The address that a call comes from, as logs and lists of sessions show it; empty if it is unknown. */
export const clientAddress = (client: Client): string => addressOf(client)?.toString() ?? ''

/**
 * The key of a client in every limit: the IPv4 address, or the /64 network of an IPv6 address, because one
 * line gets 2^64 IPv6 addresses. An IPv4 address that is mapped into IPv6 counts as the IPv4 address. Clients
 * whose proxy sends no address share the key of the proxy.
 */
export function clientKey(client: Client): string {
  const address = addressOf(client)
  if (!address) return ''
  if (address instanceof ipaddr.IPv4) return address.toString()
  const groups = address.parts.slice(0, networkGroups).map((group) => group.toString(16))
  return `${groups.join(':')}::/64`
}

type Address = ipaddr.IPv4 | ipaddr.IPv6

const addressOf = ({ ip = '', socket }: Client): Address | undefined =>
  parse(ip) ?? parse(socket?.remoteAddress ?? '')

// `[2001:db8::1]:443` and `203.0.113.7:443`: some proxies add the port (RFC 7239, 6).
const withPort = /^(?:\[([^[\]]*)\]|(\d+(?:\.\d+){3}))(?::\d+)?$/

function parse(text: string): Address | undefined {
  const [, inBrackets, plain] = withPort.exec(cutText(text, maxLength)) ?? []
  const address = inBrackets ?? plain ?? text
  // isValid does not fit, because it accepts `7` and `0x7f.1` as addresses.
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address)
  return isAddress ? ipaddr.process(address) : undefined
}
