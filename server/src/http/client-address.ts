import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'

const maxLength = 100
/** Groups of 16 bits of an IPv6 address that name its network. */
const networkGroups = 4

/** Fastify's type hides that the address of a connection that broke at once is undefined. */
type Client = { ip: FastifyRequest['ip'] | undefined }

/** Reads each connection's address while it is open: Node keeps what was read, and knows none of a closed one. */
export function rememberAddresses(app: FastifyInstance): void {
  app.server.on('connection', (socket: Socket) => void socket.remoteAddress)
}

/** The address that a call comes from, as logs show it. Behind a proxy it is any text the proxy sends. */
export const clientAddress = ({ ip = '' }: Client): string => ip.slice(0, maxLength)

/**
 * The key of a client in every limit: the IPv4 address, or the /64 network of an IPv6 address, because one line is
 * given 2^64 IPv6 addresses. An IPv4 address that is mapped into IPv6 counts as itself.
 */
export function clientKey({ ip = '' }: Client): string {
  if (!ipaddr.isValid(ip)) return ip.slice(0, maxLength)
  const address = ipaddr.process(ip)
  if (address instanceof ipaddr.IPv4) return address.toString()
  const groups = address.parts.slice(0, networkGroups).map((group) => group.toString(16))
  return `${groups.join(':')}::/64`
}
