import { readFile, readlink } from 'node:fs/promises'
import type { Socket } from 'node:net'

// proc(5): the queues and the inode of a connection are the fifth and the tenth column.
const tables = ['/proc/net/tcp', '/proc/net/tcp6']
const [queuesAt, inodeAt] = [4, 9]

/**
 * How many bytes the machine of the client has yet to acknowledge of what the system has taken from us. The system
 * takes megabytes ahead of a slow reader, so this alone tells a slow reader from none. Linux says it; where nobody
 * does the map is empty.
 */
export async function readUnacknowledged(sockets: readonly Socket[]): Promise<Map<Socket, number>> {
  const byInode = new Map<string, Socket>()
  for (const socket of sockets) {
    const inode = await readInode(socket)
    if (inode) byInode.set(inode, socket)
  }
  const found = new Map<Socket, number>()
  if (byInode.size === 0) return found
  for (const table of tables) {
    const text = await readFile(table, 'latin1').catch(() => '')
    for (const line of text.split('\n')) {
      const columns = line.trim().split(/\s+/)
      const socket = byInode.get(columns[inodeAt] ?? '')
      if (socket) found.set(socket, Number.parseInt(columns[queuesAt] ?? '', 16))
    }
  }
  return found
}

async function readInode(socket: Socket): Promise<string | undefined> {
  // Node tells the descriptor nowhere else.
  const { _handle } = socket as Socket & { _handle?: { fd?: number } | null }
  const link = await readlink(`/proc/self/fd/${_handle?.fd}`).catch(() => '')
  return /^socket:\[(\d+)\]$/.exec(link)?.[1]
}
