import { type LookupAddress, lookup as resolve } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Whether an address belongs to the open internet: not to this machine, its network, or a special range. */
export function isPublicAddress(address: string): boolean {
  // `process` reads ::ffff:127.0.0.1 as the IPv4 address that it is.
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast'
}

/** The host of a URL where it is an address itself: such a one is never looked up. */
export function addressIn({ hostname }: URL): string | undefined {
  const bare = hostname.replace(/^\[|\]$/g, '')
  return isIP(bare) ? bare : undefined
}

/**
 * Looks a name up at the moment of connecting, and refuses it where it leads to anything but the open internet: a
 * check that comes earlier is passed by a name that changes its address in between.
 */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  resolve(hostname, { ...options, all: true }, (error, found: LookupAddress[] = []) => {
    const [first] = found
    const isPublic = found.every(({ address }) => isPublicAddress(address))
    if (error || !first) callback(error ?? new Error(`${hostname} has no address`), '')
    else if (!isPublic) callback(new Error(`${hostname} leads into a network of its own`), '')
    else if (options.all) callback(null, found)
    else callback(null, first.address, first.family)
  })
}
