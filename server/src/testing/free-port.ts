import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** A port of this machine on which nothing listens. */
export async function freePort(): Promise<number> {
  const held = createServer().listen(0, '127.0.0.1')
  await once(held, 'listening')
  const { port } = held.address() as AddressInfo // it listens on a port
  held.close()
  return port
}
