import { createHash } from 'node:crypto'
import { chmod, lstat, mkdir, readFile, readlink, rmdir, stat } from 'node:fs/promises'
import net from 'node:net'
import path from 'node:path'
import { type Account, giveTo } from './account.ts'
import { exists } from './draft.ts'
import { codeOf, EmbeddedDatabaseError } from './errors.ts'

/** For `pg`, `host` may also be the folder of a Unix socket. */
export type Address = { host: string; port: number }
/** The content of postmaster.pid. The file may have outlived its server. */
export type Lock = Address & { pid: number }

const isWindows = process.platform === 'win32'

export async function readLock(cluster: string): Promise<Lock | undefined> {
  const text = await readFile(path.join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  const [pid, directory, , port, socket, host] = text.split('\n').map((line) => line.trim())
  if (!Number(pid)) return undefined
  const isOurs = directory !== undefined && (await isSameFolder(directory, cluster))
  // A lock without an address is incomplete or belongs to another cluster. Only its pid is then usable.
  const address = (isWindows ? host : socket) || undefined
  return { pid: Number(pid), port: Number(port), host: (isOurs && address) || '' }
}

/**
 * After a copy of a running cluster, postmaster.pid names the folder of the original. After a move, it names
 * the old folder.
 */
async function isSameFolder(named: string, cluster: string): Promise<boolean> {
  try {
    const [one, other] = await Promise.all([stat(named), stat(cluster)])
    return one.ino === other.ino && one.dev === other.dev
  } catch (error) {
    return codeOf(error) === 'ENOENT'
  }
}

/**
 * Whether the process that a lock names is certainly not the server of this cluster: it is a zombie, or
 * another program has its pid now. False if this cannot be determined.
 */
export async function isForeign(lock: Lock, cluster: string): Promise<boolean> {
  if (process.platform !== 'linux') return false
  try {
    return (await readlink(`/proc/${lock.pid}/cwd`)) !== cluster
  } catch (error) {
    return codeOf(error) === 'ENOENT' && (await exists('/proc/self'))
  }
}

/**
 * Chooses a short socket folder in /tmp, because a socket path has a limit of 107 bytes and a data folder's
 * path is often longer.
 */
export async function chooseAddress(
  home: string,
  account: Account | undefined,
  port?: number,
): Promise<Address> {
  if (isWindows) return { host: '127.0.0.1', port: port ?? (await findFreePort()) }
  const us = process.getuid?.() ?? 0
  const owner = account ? account.uid >>> 0 : us
  for (let attempt = 0; attempt < 10; attempt++) {
    const hash = createHash('sha256').update(`${home} ${owner} ${attempt}`).digest('hex')
    const host = `/tmp/artel-${hash.slice(0, 12)}`
    await mkdir(host, { mode: 0o700 }).catch(() => {})
    const found = await lstat(host)
    // Everyone may write to /tmp, so another user may already own this name.
    if (!found.isDirectory() || (found.uid !== owner && found.uid !== us)) continue
    await giveTo(account, host)
    await chmod(host, 0o700)
    return { host, port: 5432 }
  }
  throw new EmbeddedDatabaseError(
    'The folders /tmp/artel-* that the database needs belong to somebody else: remove them',
  )
}

/** Removes the socket folder. A folder in use is not empty, so its removal fails silently. */
export async function dropSocketFolder(address: Address): Promise<void> {
  if (!isWindows) await rmdir(address.host).catch(() => {})
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = net.createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
