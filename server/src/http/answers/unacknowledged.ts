import { readFile, readlink } from 'node:fs/promises'
import type { Socket } from 'node:net'

// proc(5): the queues of a connection are the fifth column, and its inode is the tenth.
const tables = ['/proc/net/tcp', '/proc/net/tcp6']
const [queuesAt, inodeAt] = [4, 9]

/**
 * Bytes that the system has accepted from us and that the machine of the client has not acknowledged yet. The
 * system buffers megabytes for a slow reader, so only this distinguishes a slow reader from one that reads
 * nothing. Linux reports it; on other systems the map is empty.
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
  // Node exposes the descriptor nowhere else.
  const { _handle } = socket as Socket & { _handle?: { fd?: number } | null }
  const link = await readlink(`/proc/self/fd/${_handle?.fd}`).catch(() => '')
  return /^socket:\[(\d+)\]$/.exec(link)?.[1]
}
