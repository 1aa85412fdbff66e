import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type Relay = {
  port: number
  /** Breaks every connection there is; new ones are let through. */
  cut(): void
  /** Breaks every connection and refuses new ones, until `open`. */
  shut(): void
  open(): void
  close(): void
}

/** A stretch of network between the app and its database, which can be taken away. */
export async function openRelay(databaseSocket: string): Promise<Relay> {
  const sockets = new Set<Socket>()
  let isOpen = true
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
  }
  const server = createServer((near) => {
    keep(near)
    if (!isOpen) return void near.resetAndDestroy()
    const far = connect(databaseSocket)
    keep(far)
    near.pipe(far).pipe(near)
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port, // it listens on a port
    cut,
    shut: () => {
      isOpen = false
      cut()
    },
    open: () => {
      isOpen = true
    },
    close: () => {
      server.close()
      cut()
    },
  }
}
