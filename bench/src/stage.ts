import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { startEmbedded } from '../../server/src/database/embedded/embedded.ts'
import { migrate } from '../../server/src/database/migrate.ts'
import { hashPassword } from '../../server/src/features/auth/password.ts'
import type { Target } from './compare.ts'

const program = fileURLToPath(new URL('../../server/dist/main.js', import.meta.url))
const bareProgram = fileURLToPath(new URL('./bare-server.ts', import.meta.url))
// The memory flags of `npm start`, which the bench itself also has, so that all measured programs have the
// same memory limits.
const startFlags = process.execArgv.filter((flag) => flag.startsWith('--max-'))
const [email, password] = ['bench@artel.test', 'right horse battery']

export type Stage = {
  query(sql: string, values?: unknown[]): Promise<pg.QueryResult>
  companyId: number
  /** The address of our server. */
  address: string
  /** A signed-in request to our server, and the same request to the bare one. */
  ours(method: 'GET' | 'POST', path: string, body?: object): Target
  bare(path: string): Target
  /** Starts another process of our server on the same database. */
  startOurs(): ChildProcess
  close(): Promise<void>
}

/**
 * A separate database with one company and one admin, and our built server and the bare one on it.
 * `settings`: those of our server.
 */
export async function openStage(settings: Record<string, string> = {}): Promise<Stage> {
  const dataDir = await mkdtemp(join(tmpdir(), 'artel-bench-'))
  await chmod(dataDir, 0o755)
  const embedded = await startEmbedded(dataDir, { log: () => {} })
  const client = new pg.Client(embedded.connection)
  await client.connect()
  await migrate(client)
  const companyId = await insertCompany(client)
  const { user, password: secret, host, database } = embedded.connection
  const url = `postgres://${user}:${encodeURIComponent(secret)}@localhost/${database}?host=${encodeURIComponent(host)}`
  const [ourPort, barePort] = [await freePort(), await freePort()]
  const startOn = (port: number) =>
    runProgram([...startFlags, program], {
      DATABASE_URL: url,
      PORT: String(port),
      DATA_DIR: dataDir,
      ...settings,
    })
  const children = [
    startOn(ourPort),
    runProgram([...startFlags, bareProgram], {
      DATABASE_URL: url,
      PORT: String(barePort),
    }),
  ]
  await Promise.all(children.map(({ stdout }) => stdout && once(stdout, 'data')))
  const address = `http://127.0.0.1:${ourPort}`
  const headers = await signIn(address)
  return {
    query: (sql, values) => client.query(sql, values),
    companyId,
    address,
    ours: (method, path, body) => ({
      url: `${address}/api${path}`,
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    }),
    bare: (path) => ({ url: `http://127.0.0.1:${barePort}${path}`, method: 'GET', headers }),
    startOurs: () => startOn(0),
    close: async () => {
      for (const child of children) child.kill('SIGTERM')
      await Promise.all(children.map((child) => child.exitCode ?? once(child, 'exit')))
      await client.end()
      await embedded.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Runs a program in production mode. Its first line says that it is ready. */
export function runProgram(args: string[], env: Record<string, string>): ChildProcess {
  const settings = {
    NODE_ENV: 'production',
    APP_URL: 'http://127.0.0.1',
    RATE_LIMIT: '0',
    LOG_LEVEL: 'error',
    SECRET_KEY: 'b'.repeat(40),
  }
  return spawn(process.execPath, args, {
    env: { ...process.env, ...settings, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

async function insertCompany(client: pg.Client): Promise<number> {
  const company = await client.query(
    `insert into companies (name, created_at) values ('Bench', now()) returning id`,
  )
  const companyId = company.rows[0].id
  const user = await client.query(
    `insert into users (company_id, type, first_name, last_name, created_at)
     values ($1, 'admin', 'Марина', 'Зотова', now()) returning id`,
    [companyId],
  )
  await client.query(
    `insert into logins (email, company_id, user_id, password_hash) values ($1, $2, $3, $4)`,
    [email, companyId, user.rows[0].id, await hashPassword(password)],
  )
  return companyId
}

/** Adds `count` staff with the common password to the company. @returns the headers of each signed-in user */
export async function hirePeople(stage: Stage, count: number): Promise<Record<string, string>[]> {
  const emailOf = (number: number) => `staff${number}@artel.test`
  for (let number = 1; number <= count; number++) {
    await stage.query(
      `with hired as (insert into users (company_id, type, first_name, last_name, created_at)
         values ($1, 'staff', 'Дарья', 'Климова', now()) returning id)
       insert into logins (email, company_id, user_id, password_hash)
       select $2, $1, hired.id, l.password_hash from hired, logins l where l.email = $3`,
      [stage.companyId, emailOf(number), email],
    )
  }
  const headers: Record<string, string>[] = []
  for (let number = 1; number <= count; number++) {
    headers.push(await signIn(stage.address, emailOf(number)))
  }
  return headers
}

/** Signs in through the login call, as a browser does. @returns the headers of the signed-in user */
async function signIn(address: string, login = email): Promise<Record<string, string>> {
  const cookies = new Map<string, string>()
  const keep = (answer: Response) => {
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
  }
  const headers = () => ({
    cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    'x-xsrf-token': cookies.get('XSRF-TOKEN') ?? '',
  })
  keep(await fetch(`${address}/api/sanctum/csrf-cookie`))
  const answer = await fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers: { ...headers(), 'content-type': 'application/json' },
    body: JSON.stringify({ login, password }),
  })
  if (answer.status !== 200) throw new Error(`Login answered ${answer.status}`)
  keep(answer)
  return headers()
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}

/**
 * The maximum of rows in one statement, because the database keeps each of its rows in memory until the end.
 */
const maxAtOnce = 500_000

/** Inserts `count` tasks of the company, generated by the database. */
export async function insertTasks(stage: Stage, count: number): Promise<void> {
  for (let left = count; left > 0; left -= maxAtOnce) await insertSome(stage, Math.min(left, maxAtOnce))
  // Autovacuum would do this soon.
  await stage.query('vacuum analyze tasks')
}

async function insertSome(stage: Stage, count: number): Promise<void> {
  await stage.query(
    `insert into tasks (company_id, title, status, priority, quantity, money, coins, user_id, requires_review,
       created_by, priced_by, created_at, started_at, finished_at)
     select $1, 'Набор «Уют» ' || n, case when n % 5 = 0 then 'done' else 'open' end, 'normal', 10, 1000, 5, u.id, false,
       u.id, u.id, now(), case when n % 5 = 0 then now() end, case when n % 5 = 0 then now() end
     from generate_series(1, $2::int) n, (select id from users where company_id = $1 limit 1) u`,
    [stage.companyId, count],
  )
}
