import { type LookupAddress, lookup as resolve } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Whether an address is on the public internet: not of this machine, its network, or a special range. */
export function isPublicAddress(address: string): boolean {
  // `process` treats ::ffff:127.0.0.1 as the IPv4 address 127.0.0.1.
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast'
}

/** The host of a URL if it is an IP address. Such a host is never looked up. */
export function addressIn({ hostname }: URL): string | undefined {
  const bare = hostname.replace(/^\[|\]$/g, '')
  return isIP(bare) ? bare : undefined
}

/**
 * Looks up a host name at connect time, and rejects it if any address is not on the public internet. An
 * earlier check is not enough, because the name may change its address in between.
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
