import {
  access,
  appendFile,
  chown,
  mkdir,
  readdir,
  readFile,
  rename,
  stat,
  writeFile,
} from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { AlreadyRunningError, startEmbedded } from './embedded.ts'
import { logCheckMs } from './postmaster.ts'
import * as testing from './testing.ts'

const { homeOf, killServer, makeFolder, openInProcess, pidOf, query, until } = testing
const quiet = { log: () => {} }
const timeout = { timeout: 120_000 }

describe('an embedded database', timeout, () => {
  it('is created with Cyrillic support and without superuser rights', async () => {
    const folder = await makeFolder()
    const database = await startEmbedded(path.join(folder, 'data'), quiet)
    expect(database).toMatchObject({ adopted: false, isFresh: true })
    await query(database.connection, 'create extension pg_trgm; create extension btree_gist')
    const facts = await query(
      database.connection,
      `select current_user as role, current_database() as database, usesuper as "isSuper",
         cardinality(show_trgm('Ёлка')) as trigrams, lower('Ё') as lower, 'Ёж' ~ '^\\w+$' as "isWord",
         array(select n from unnest(array['Яна', 'Ёлка', 'Жук', 'Ель']) n order by n collate "ru-x-icu") as sorted,
         current_setting('data_checksums') as checksums, current_setting('fsync') as fsync,
         current_setting('TimeZone') as zone, current_setting('server_encoding') as encoding,
         current_setting('listen_addresses') as listens
       from pg_user where usename = current_user`,
    )
    expect(facts).toEqual([
      {
        role: 'artel',
        database: 'artel',
        isSuper: false,
        checksums: 'on',
        fsync: 'on',
        zone: 'UTC',
        trigrams: 5,
        lower: 'ё',
        isWord: true,
        sorted: ['Ёлка', 'Ель', 'Жук', 'Яна'],
        encoding: 'UTF8',
        listens: '',
      },
    ])
    await database.stop()
    await database.stop()
  })

  it('protects its passwords and its socket from other accounts', async () => {
    const folder = await makeFolder()
    const { connection, stop } = await startEmbedded(folder, quiet)
    const home = await homeOf(folder)
    const modes = ['password', 'superuser-password', '../postgres.log', '.', 'cluster'].map((name) =>
      path.join(home, name),
    )
    const found = await Promise.all([...modes, connection.host].map((file) => stat(file)))
    expect(found.map(({ mode }) => (mode & 0o777).toString(8))).toEqual([
      '600',
      '600',
      '600',
      '700',
      '700',
      '700',
    ])
    await expect(query({ ...connection, password: 'guess' }, 'select 1')).rejects.toThrow('password')
    await stop()
    await expect(access(connection.host)).rejects.toThrow('ENOENT')
  })

  it('keeps its data after a stop, even if its folder was moved or its path is long', async () => {
    const folder = await makeFolder()
    const deep = path.join(folder, 'a-rather-long-name'.repeat(5), 'another-long-name'.repeat(5))
    await mkdir(deep, { recursive: true })
    const first = await startEmbedded(path.join(deep, 'data'), quiet)
    await query(first.connection, 'create table kept as select 42 as answer')
    await first.stop()
    await rename(path.join(deep, 'data'), path.join(folder, 'moved'))
    testing.alsoClear(path.join(folder, 'moved'))
    const second = await startEmbedded(path.join(folder, 'moved'), quiet)
    expect(second).toMatchObject({ adopted: false, isFresh: false })
    expect(await query(second.connection, 'select answer from kept')).toEqual([{ answer: 42 }])
    await second.stop()
  })

  it('is created by only one of two concurrent processes', async () => {
    const folder = await makeFolder()
    const both = await Promise.all([openInProcess(folder), openInProcess(folder)])
    expect(both.filter(({ opened }) => opened)).toHaveLength(1)
    expect(both.flatMap(({ refused }) => refused?.name ?? [])).toEqual(['AlreadyRunningError'])
    await both.find(({ opened }) => opened)?.stop()
    expect(await pidOf(folder)).toBeUndefined()
    expect(await readdir(folder)).toEqual(['postgres', 'postgres.log'])
  })

  it('keeps the log of PostgreSQL bounded while it runs', async () => {
    const folder = await makeFolder()
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { connection, stop } = await startEmbedded(folder, quiet)
    const [log, older] = [path.join(folder, 'postgres.log'), path.join(folder, 'postgres.log.1')]
    await appendFile(log, 'x'.repeat(11_000_000))
    vi.advanceTimersByTime(logCheckMs)
    vi.useRealTimers()
    await until(async () => (await stat(log)).size < 1000)
    expect((await stat(older)).size).toBeGreaterThan(11_000_000)
    for (const file of [log, older]) expect((await stat(file)).mode & 0o777).toBe(0o600)
    // PostgreSQL goes on at the new end of its file.
    await query(connection, `select 1`)
    await stop()
    expect(await readFile(log, 'latin1')).toMatch(/^[^\0]*database system is shut down\n$/)
  })

  it('logs its start and end and lost sessions, but no statement that it refuses', async () => {
    const folder = await makeFolder()
    const readLog = () => readFile(path.join(folder, 'postgres.log'), 'utf8')
    const { connection, stop } = await startEmbedded(folder, quiet)
    await query(connection, 'create table plans (planned int check (planned > 0))')
    const started = await readLog()
    expect(started).toContain('LOG:  database system is ready to accept connections')
    await expect(query(connection, 'insert into plans values (0)')).rejects.toThrow('check constraint')
    await expect(query(connection, 'a mistake')).rejects.toThrow('syntax error')
    await query(connection, `do $$ begin raise warning 'expected'; end $$`)
    expect(await readLog()).toBe(started)
    await expect(query(connection, 'select pg_terminate_backend(pg_backend_pid())')).rejects.toThrow()
    await stop()
    const added = (await readLog()).slice(started.length)
    expect(added).toContain('FATAL:  terminating connection due to administrator command')
    expect(added).toContain('LOG:  database system is shut down')
  })

  it('ignores locale and PostgreSQL variables of its environment', async () => {
    const env = {
      LC_ALL: 'ru_RU.KOI8-R',
      LANG: 'nowhere',
      PGDATA: '/nowhere',
      PGPORT: '1',
      PGUSER: 'nobody',
      PGDATABASE: 'x',
    }
    const { opened, stop } = await openInProcess(await makeFolder(), { env })
    expect(opened).toMatchObject({ isFresh: true })
    await stop()
  })
})

describe('after a crash', timeout, () => {
  it('adopts the server of a killed process', async () => {
    const folder = await makeFolder()
    const killed = await openInProcess(folder)
    const pid = await pidOf(folder)
    await killed.kill()
    const next = await startEmbedded(folder, quiet)
    expect(next).toMatchObject({ adopted: true, isFresh: false })
    expect(await pidOf(folder)).toBe(pid)
    await next.stop()
    expect(await pidOf(folder)).toBeUndefined()
  })

  it('starts again after the server was killed', async () => {
    const folder = await makeFolder()
    const first = await startEmbedded(folder, quiet)
    await query(first.connection, 'create table kept as select 1 as answer')
    await killServer(folder)
    await first.stop()
    const second = await startEmbedded(folder, quiet)
    expect(second.adopted).toBe(false)
    expect(await query(second.connection, 'select answer from kept')).toEqual([{ answer: 1 }])
    await second.stop()
  })

  it('restarts a killed server every time, and stops the last one', async () => {
    const folder = await makeFolder()
    const logs: string[] = []
    const database = await startEmbedded(folder, { log: (message) => logs.push(message) })
    await query(database.connection, 'create table kept as select 1 as answer')
    for (const round of [1, 2]) {
      await killServer(folder)
      await until(() => logs.filter((line) => line.includes('is back')).length === round)
      expect(await query(database.connection, 'select answer from kept')).toEqual([{ answer: 1 }])
    }
    await expect(startEmbedded(folder, quiet)).rejects.toThrow(AlreadyRunningError)
    await database.stop()
    expect(await pidOf(folder)).toBeUndefined()
  })

  it('leaves no server behind if it is stopped during a restart', async () => {
    const folder = await makeFolder()
    const logs: string[] = []
    const database = await startEmbedded(folder, { log: (message) => logs.push(message) })
    await killServer(folder)
    await until(() => logs.some((line) => line.includes('trying to get it back')))
    await database.stop()
    const lock = await pidOf(folder)
    expect(
      lock &&
        (await access(`/proc/${lock}`).then(
          () => lock,
          () => undefined,
        )),
    ).toBeUndefined()
  })

  it('starts again each time that both the process and the server were killed', async () => {
    const folder = await makeFolder()
    for (const round of [1, 2, 3]) {
      const running = await openInProcess(folder)
      expect(running.opened).toMatchObject({ isFresh: round === 1, adopted: false })
      if (!running.opened) return
      const sql = 'create table if not exists rounds (n int); insert into rounds values (1)'
      await query(running.opened.connection, sql)
      expect(await query(running.opened.connection, 'select n from rounds')).toHaveLength(round)
      await Promise.all([running.kill(), killServer(folder)])
    }
  })

  it('starts after initdb was interrupted', async () => {
    const folder = await makeFolder()
    const cut = openInProcess(folder)
    await until(async () => (await readdir(folder)).some((name) => name.includes('.draft-')))
    const draft = (await readdir(folder)).find((name) => name.includes('.draft-')) ?? ''
    await until(() =>
      access(path.join(folder, draft, 'cluster', 'base')).then(
        () => true,
        () => false,
      ),
    )
    // The folder's name contains the pid of its creator.
    process.kill(Number(/draft-(\d+)/.exec(draft)?.[1]), 'SIGKILL')
    expect((await cut).opened).toBeUndefined()
    const next = await startEmbedded(folder, quiet)
    expect(next).toMatchObject({ isFresh: true, adopted: false })
    await next.stop()
  })

  it('the server survives Ctrl-C in the terminal', async () => {
    const folder = await makeFolder()
    const running = await openInProcess(folder)
    await running.interruptGroup()
    const next = await startEmbedded(folder, quiet)
    expect(next.adopted).toBe(true)
    await next.stop()
  })

  it.runIf(process.platform === 'linux').each(['zombie', 'stranger'])(
    'ignores a lock with the pid of a %s',
    async (kind) => {
      const folder = await makeFolder()
      await (await startEmbedded(folder, quiet)).stop()
      const { uid, gid } = await stat(path.join(folder, 'postgres'))
      // A process that never reaps its child processes.
      const code = `
      const { spawn } = await import('node:child_process')
      const child = spawn('/bin/sh', ['-c', 'sleep 0.01 & echo $!; exec sleep 600'], { stdio: ['ignore', 'pipe', 'ignore'] })
      child.stdout.on('data', (zombie) => console.log(zombie.toString().trim(), child.pid))
      process.on('SIGTERM', () => child.kill())`
      const child = testing.spawnScript(code, { uid })
      const [zombie, stranger] = await new Promise<string[]>((resolve) =>
        child.stdout.once('data', (line) => resolve(line.toString().trim().split(' '))),
      )
      const lock = `${kind === 'zombie' ? zombie : stranger}\n`
      const file = path.join(folder, 'postgres/cluster/postmaster.pid')
      await writeFile(file, lock, { mode: 0o600 })
      await chown(file, uid, gid)
      const database = await startEmbedded(folder, quiet)
      expect(database.adopted).toBe(false)
      await database.stop()
      process.kill(Number(stranger))
    },
  )
})

describe('while a server is running', timeout, () => {
  it('rejects a second owner and names the process of the first', async () => {
    const folder = await makeFolder()
    const first = await openInProcess(folder)
    const second = startEmbedded(folder, quiet)
    await expect(second).rejects.toThrow(AlreadyRunningError)
    await expect(second).rejects.toThrow(`Artel already runs on ${folder} (process ${first.pid})`)
    await first.stop()
    expect(await pidOf(folder)).toBeUndefined()
  })

  it('a command attaches to it without stopping it', async () => {
    const folder = await makeFolder()
    const owner = await startEmbedded(folder, quiet)
    const command = await startEmbedded(folder, { ...quiet, mode: 'attach' })
    expect(command).toMatchObject({ adopted: true, connection: owner.connection })
    await command.stop()
    expect(await query(owner.connection, 'select 1 as one')).toEqual([{ one: 1 }])
    await owner.stop()
  })

  it('a command stops the server that it started, unless an owner has adopted it', async () => {
    const folder = await makeFolder()
    const alone = await startEmbedded(folder, { ...quiet, mode: 'attach' })
    expect(alone).toMatchObject({ adopted: false, isFresh: true })
    await alone.stop()
    expect(await pidOf(folder)).toBeUndefined()
    const command = await startEmbedded(folder, { ...quiet, mode: 'attach' })
    const owner = await startEmbedded(folder, quiet)
    expect(owner.adopted).toBe(true)
    await command.stop()
    expect(await query(owner.connection, 'select 1 as one')).toEqual([{ one: 1 }])
    await owner.stop()
    expect(await pidOf(folder)).toBeUndefined()
  })

  it('an owner that lost its connection becomes the owner again', async () => {
    const folder = await makeFolder()
    const logs: string[] = []
    const owner = await startEmbedded(folder, { log: (message) => logs.push(message) })
    const sql = `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'artel own %'`
    await query(owner.connection, sql)
    await until(() => logs.includes('The connection to the database is back'))
    await expect(startEmbedded(folder, quiet)).rejects.toThrow(AlreadyRunningError)
    await owner.stop()
  })
})
