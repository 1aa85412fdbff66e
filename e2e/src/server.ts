import { type ChildProcessByStdio, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../../server/dist/main.js', import.meta.url))
const cli = fileURLToPath(new URL('../../scripts/artel.mjs', import.meta.url))
/** Time limit of a start, ms. A first start loads the demo company, which takes long on a busy machine. */
const startLimitMs = 180_000

export type Server = {
  /** The address without a trailing `/`. A worker has no address; for it, the text that it works. */
  address: string
  /** The id of the server's process. */
  pid: number
  /** Closes the pipes of the server's output, or stops reading from them. */
  silence(how: 'close' | 'stall'): void
  /** The output so far. */
  output(): string
  /** @returns the exit code, or null if the signal ended the process */
  end(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL' | 'SIGUSR2'): Promise<number | null>
}

/** A data folder for a server. PostgreSQL's own account can access it if the tests run as root. */
export async function makeDataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'artel-e2e-'))
  await chmod(folder, 0o755)
  return folder
}

export const removeDataDir = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true })

/** Starts the built server with the demo company on a free port. */
export const startServer = (dataDir: string, settings: Settings = {}): Promise<Server> =>
  startProcess({ DATA_DIR: dataDir, DEMO: '1', ...settings })

/**
 * The same in production mode. The port is chosen beforehand, because the address of the app must contain it.
 */
export async function startInProduction(dataDir: string, settings: Settings = {}): Promise<Server> {
  const PORT = String(await freePort())
  const address = { PORT, APP_URL: `http://127.0.0.1:${PORT}` }
  return startServer(dataDir, { NODE_ENV: 'production', ...address, ...settings })
}

/** A free port of this machine. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on a port
  server.close()
  return port
}

/** Kills a server during its start or shortly after. */
export async function killAtStart(dataDir: string, settings: Settings, afterMs: number): Promise<void> {
  const child = spawnServer({ DATA_DIR: dataDir, DEMO: '1', ...settings })
  const exited = once(child, 'exit')
  await sleep(afterMs)
  child.kill('SIGKILL')
  await exited
}

/** Runs a command of the administration while the server runs. @returns its exit code and its output */
export function runCommand(dataDir: string, ...words: string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const env = { ...process.env, NODE_ENV: '', DATA_DIR: dataDir }
    execFile(process.execPath, [cli, ...words], { env }, (error, stdout, stderr) => {
      const code = typeof error?.code === 'number' ? error.code : Number(error !== null)
      resolve({ code, output: stdout + stderr })
    })
  })
}

/**
 * Starts a worker, which also starts the embedded database of a folder.
 * @returns the worker, the socket of the database, a function that starts the worker again, and a function
 * that starts a web server on the same database, through its socket or through a port of this machine
 */
export async function startWorker(dataDir: string) {
  const startAgain = () =>
    startProcess({ DATA_DIR: dataDir, DEMO: '1', ROLE: 'worker', APP_URL: 'http://127.0.0.1' })
  const worker = await startAgain()
  // Web servers need the key of the worker in their settings. Commands read it from the folder, too.
  const secretKey = (await readFile(join(dataDir, 'secret-key'), 'utf8')).trim()
  const settings = { DATA_DIR: dataDir, SECRET_KEY: secretKey }
  const { folder, password } = await readDatabase(join(dataDir, 'postgres'))
  // In these tests two users do the work of hundreds, so the general rate limit is off.
  const startWeb = (port?: number, more: Settings = {}) => {
    const [host, search] = port ? [`127.0.0.1:${port}`, ''] : ['', `?host=${folder}`]
    const DATABASE_URL = `postgres://artel:${password}@${host}/artel${search}`
    return startProcess({ ...settings, DATABASE_URL, ROLE: 'web', RATE_LIMIT: '0', ...more })
  }
  return { worker, startAgain, databaseSocket: join(folder, '.s.PGSQL.5432'), startWeb }
}

/** The folder and the password of a data folder's embedded database. */
export async function readDatabase(home: string): Promise<{ folder: string; password: string }> {
  const lock = await readFile(join(home, 'cluster/postmaster.pid'), 'utf8')
  const password = await readFile(join(home, 'password'), 'utf8')
  return { folder: lock.split('\n')[4] ?? '', password: password.trim() }
}

type Settings = Record<string, string>

const environmentOf = (settings: Settings) => ({
  ...process.env,
  NODE_ENV: '',
  HOST: '127.0.0.1',
  PORT: '0',
  LOG_LEVEL: 'warn',
  ...settings,
})

function spawnServer(settings: Settings): ChildProcessByStdio<null, Readable, Readable> {
  if (!existsSync(program)) throw new Error('The server is not built: npm run build')
  const env = environmentOf(settings)
  return spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'pipe'] })
}

/**
 * A server whose output goes to a file, so the test does not read its address. @returns a function that ends
 * it
 */
export function startUnheard(
  settings: Settings,
  output: number,
): (signal: NodeJS.Signals) => Promise<number | null> {
  const child = spawn(process.execPath, [program], {
    env: environmentOf(settings),
    stdio: ['ignore', output, output],
  })
  const exited = once(child, 'exit')
  return async (signal) => {
    child.kill(signal)
    const [code] = await exited
    return code
  }
}

/** Starts a server that fails to start. @returns its exit code and its output */
export async function failToStart(settings: Settings): Promise<{ code: number | null; output: string }> {
  const child = spawnServer(settings)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const [code] = await once(child, 'close')
  return { code, output }
}

async function startProcess(settings: Settings): Promise<Server> {
  const child = spawnServer(settings)
  const exited = once(child, 'exit').then(([code]): number | null => code)
  const { address, output } = await readAddress(child).catch(async (error) => {
    // SIGTERM, so that it also ends its database.
    child.kill('SIGTERM')
    await exited
    throw error
  })
  const end: Server['end'] = (signal) => {
    child.kill(signal)
    return exited
  }
  const silence: Server['silence'] = (how) => {
    for (const stream of [child.stdout, child.stderr]) how === 'close' ? stream.destroy() : stream.pause()
  }
  return { address, output, end, silence, pid: child.pid ?? 0 }
}

type Started = Pick<Server, 'address' | 'output'>

/** Waits for the line that the server prints once it answers. */
function readAddress(child: ChildProcessByStdio<null, Readable, Readable>): Promise<Started> {
  return new Promise((resolve, reject) => {
    let output = ''
    const fail = (why: string) => reject(new Error(`The server ${why}:\n${output}`))
    const timer = setTimeout(() => fail('did not start in time'), startLimitMs)
    const read = (chunk: Buffer) => {
      output += chunk
      const address = output.match(/Artel: (https?:\/\/\S+|works jobs)\n/)?.[1]
      if (!address) return
      clearTimeout(timer)
      resolve({ address, output: () => output })
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('exit', (code) => {
      clearTimeout(timer)
      fail(`ended with ${code}`)
    })
  })
}
