import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { rm, stat, writeFile } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { vi } from 'vitest'
import { installFirst } from '../../../scripts/machine/debian.mjs'
import { leftOpen } from '../cli/left-open.ts'
import { makeOpenFolder } from '../cli/open-folder.ts'
import type { Connection } from '../database/connection/open.ts'
import { freePort } from './free-port.ts'
import { patienceMs } from './waits.ts'

const program = '/usr/sbin/pgbouncer'

/** Starts PgBouncer in front of a database. It hands out its connections by transaction. @returns its address */
export async function startPooler(connection: Connection): Promise<string> {
  if (!existsSync(program)) await installFirst(['pgbouncer'])
  const { host, port, user, password, database } = new pg.Client(connection)
  const [folder, ownPort] = [await makeOpenFolder('artel-pooler-'), await freePort()]
  const file = join(folder, 'pgbouncer.ini')
  const place = [`host=${host}`, `port=${port}`, `dbname=${database}`, `user=${user}`]
  await writeFile(
    file,
    `[databases]
artel = ${[...place, ...(password ? [`password=${password}`] : [])].join(' ')}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${ownPort}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 30
`,
  )
  // PgBouncer refuses to run as root, and the socket of the database may admit only its owner.
  const { uid, gid } = host.startsWith('/') ? await stat(host) : { uid: undefined, gid: undefined }
  const who = process.getuid?.() === 0 ? { uid, gid } : {}
  const child = spawn(program, ['-q', file], { stdio: 'ignore', ...who })
  const ended = once(child, 'exit')
  // Before the database is dropped, to which it is connected.
  leftOpen.unshift(async () => {
    child.kill('SIGINT')
    await ended
    await rm(folder, { recursive: true })
  })
  const url = `postgres://${user}@127.0.0.1:${ownPort}/artel`
  await vi.waitFor(() => reach(ownPort), { timeout: patienceMs, interval: 50 })
  return url
}

/** Does not sign in, because then the pooler would open its first connection to the database. */
async function reach(port: number): Promise<void> {
  const socket = createConnection(port, '127.0.0.1')
  await once(socket, 'connect').finally(() => socket.destroy())
}
