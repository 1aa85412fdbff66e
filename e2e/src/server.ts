import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../../server/dist/main.js', import.meta.url))
const startLimitMs = 60_000
const secretKey = 'the journeys know this key of 32 letters'

export type Server = {
  /** Where it answers, without a `/` at the end; of a worker, which does not: that it works. */
  address: string
  /** @returns its exit code, or null where the signal ended it */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>
  /** Lines of its log so far. */
  logged(): string[]
}

/** A folder for a server's data, which PostgreSQL's own account can reach where the tests run as root. */
export async function makeDataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'artel-e2e-'))
  await chmod(folder, 0o755)
  return folder
}

export const removeDataDir = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true })

/**
 * Starts the built server with the demo company on a free port.
 * @param databaseUrl unset: the embedded database in `dataDir`
 */
export function startServer(dataDir: string, databaseUrl?: string, logLevel = 'warn'): Promise<Server> {
  return startProcess({
    DATA_DIR: dataDir,
    DEMO: '1',
    LOG_LEVEL: logLevel,
    ...(databaseUrl && { DATABASE_URL: databaseUrl, SECRET_KEY: secretKey }),
  })
}

/**
 * The embedded database of a folder with a process that works its jobs.
 * @returns that process, where the database listens, and what starts another one that answers calls, there or
 * at a port of this machine
 */
export async function startWorker(dataDir: string) {
  const settings = { DATA_DIR: dataDir, SECRET_KEY: secretKey }
  const worker = await startProcess({ ...settings, DEMO: '1', ROLE: 'worker' })
  const { folder, password } = await readDatabase(join(dataDir, 'postgres'))
  // Two people do the work of hundreds here, so the general limit is off.
  const startWeb = (port?: number) => {
    const [host, search] = port ? [`127.0.0.1:${port}`, ''] : ['', `?host=${folder}`]
    const DATABASE_URL = `postgres://artel:${password}@${host}/artel${search}`
    return startProcess({ ...settings, DATABASE_URL, ROLE: 'web', RATE_LIMIT: '0' })
  }
  return { worker, databaseSocket: join(folder, '.s.PGSQL.5432'), startWeb }
}

async function readDatabase(home: string): Promise<{ folder: string; password: string }> {
  const lock = await readFile(join(home, 'cluster/postmaster.pid'), 'utf8')
  const password = await readFile(join(home, 'password'), 'utf8')
  return { folder: lock.split('\n')[4] ?? '', password: password.trim() }
}

async function startProcess(settings: Record<string, string>): Promise<Server> {
  if (!existsSync(program)) throw new Error('The server is not built: npm run build')
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, NODE_ENV: '', HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'warn', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => output.push(String(chunk)))
  const exited = once(child, 'exit')
  const address = await readAddress(child).catch(async (error) => {
    // Asked, so that it ends its database too.
    child.kill('SIGTERM')
    await exited
    throw error
  })
  const end: Server['end'] = async (signal) => {
    child.kill(signal)
    const [code] = await exited
    return code
  }
  return {
    address,
    end,
    logged: () =>
      output
        .join('')
        .split('\n')
        .filter((line) => line.startsWith('{')),
  }
}

/** What the server prints once it answers. */
function readAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    const fail = (why: string) => reject(new Error(`The server ${why}:\n${output}`))
    const timer = setTimeout(() => fail('did not start in time'), startLimitMs)
    const read = (chunk: Buffer) => {
      output += chunk
      const address = output.match(/Artel: (http:\/\/\S+|works jobs)\n/)?.[1]
      if (!address) return
      clearTimeout(timer)
      resolve(address)
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('exit', (code) => {
      clearTimeout(timer)
      fail(`ended with ${code}`)
    })
  })
}
