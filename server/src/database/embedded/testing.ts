import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import readline from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterEach } from 'vitest'
import { readLock } from './address.ts'
import { clusterOf } from './cluster.ts'
import type { EmbeddedDatabase } from './embedded.ts'

export const isRoot = process.getuid?.() === 0
const launcher = path.resolve(import.meta.dirname, './embedded.ts')

type Connection = EmbeddedDatabase['connection']
type Said = {
  log?: string
  opened?: Omit<EmbeddedDatabase, 'stop'>
  refused?: { name: string; message: string }
}
export type Place = { mode?: 'own' | 'attach'; uid?: number; env?: Record<string, string> }

const server = path.resolve(import.meta.dirname, '../../..')
const folders: string[] = []
const processes: ChildProcess[] = []

// Also cleans up after a failed test: stops the servers of its folders, and no others.
afterEach(async () => {
  for (const child of processes.splice(0)) child.kill('SIGKILL')
  for (const folder of folders.splice(0)) {
    const home = await homeOf(folder)
    await killServer(folder)
    for (const left of [home, folder]) await rm(left, { recursive: true, force: true, maxRetries: 20 })
  }
})

/** Creates a folder, mode 755 by default. After the test it is removed together with its database. */
export async function makeFolder(mode = 0o755): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'artel-embedded-'))
  await chmod(folder, mode)
  folders.push(folder)
  return folder
}

/** Also removes this folder after the test. For a folder that a test has renamed. */
export const alsoClear = (folder: string): void => void folders.push(folder)

export async function homeOf(dataDir: string): Promise<string> {
  const id = await readFile(path.join(dataDir, 'cluster-id'), 'utf8').catch(() => '')
  return id ? path.join('/var/lib/artel', id.trim()) : path.join(dataDir, 'postgres')
}

export async function pidOf(dataDir: string): Promise<number | undefined> {
  return (await readLock(clusterOf(await homeOf(dataDir))))?.pid
}

export async function killServer(dataDir: string): Promise<void> {
  const lock = await readLock(clusterOf(await homeOf(dataDir)))
  const isServer = lock && (await readFile(`/proc/${lock.pid}/comm`, 'utf8').catch(() => '')) === 'postgres\n'
  if (!isServer) return
  process.kill(lock.pid, 'SIGKILL')
  if (lock.host) await rm(lock.host, { recursive: true, force: true })
}

export async function query<Row>(connection: Connection, sql: string): Promise<Row[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

export async function until(isSo: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await isSo())) await sleep(10)
}

/**
 * Starts a process that opens the database, prints the result, and stops the database when its input ends.
 */
export async function openInProcess(dataDir: string, place: Place = {}) {
  const child = spawnScript(
    `
    const { startEmbedded } = await import('${pathToFileURL(launcher)}')
    const say = (said) => process.stdout.write(JSON.stringify(said) + '\\n')
    const log = (message) => say({ log: message })
    startEmbedded(${JSON.stringify(dataDir)}, { log, mode: '${place.mode ?? 'own'}' }).then(
      ({ stop, ...opened }) => {
        say({ opened })
        process.stdin.resume().on('end', () => stop().then(() => process.exit()))
      },
      ({ name, message }) => {
        say({ refused: { name, message } })
        process.exit(2)
      },
    )`,
    place,
  )
  const logs: string[] = []
  let outcome: Said = {}
  for await (const line of readline.createInterface({ input: child.stdout })) {
    const said: Said = JSON.parse(line)
    if (said.log) logs.push(said.log)
    else outcome = said
    if (!said.log) break
  }
  const end = async (how: () => void) => {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    how()
    await ended
  }
  return {
    ...outcome,
    logs,
    pid: child.pid ?? 0,
    kill: () => end(() => child.kill('SIGKILL')),
    interruptGroup: () => end(() => process.kill(-(child.pid ?? 0), 'SIGINT')),
    stop: () => end(() => child.stdin.end()),
  }
}

/** Starts the script in a process group of its own, like a job of a terminal. */
export function spawnScript(code: string, { uid, env }: Place = {}) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    cwd: server,
    detached: true,
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  })
  processes.push(child)
  return child
}

/** @returns what the script prints */
export async function runScript(code: string, place: Place = {}): Promise<string> {
  const child = spawnScript(code, place)
  child.stdin.end()
  let output = ''
  for await (const chunk of child.stdout) output += chunk
  return output.trim()
}
