import {
  access,
  chmod,
  cp,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { findAccount } from './account.ts'
import { findBinaries, prepareBinaries } from './binaries.ts'
import { sweepDrafts } from './draft.ts'
import { startEmbedded } from './embedded.ts'
import { EmbeddedDatabaseError } from './errors.ts'
import { alsoClear, homeOf, isRoot, makeFolder, openInProcess, query, runScript } from './testing.ts'

const quiet = { log: () => {} }
const timeout = { timeout: 120_000 }
const nobody = 65534

// The npm package as published, without changes by its postinstall script or an earlier start.
async function copyPackage(folder: string) {
  const source = findBinaries()
  const directory = path.join(folder, 'native')
  await cp(source.directory, directory, { recursive: true, verbatimSymlinks: true })
  for (const { target } of JSON.parse(await readFile(path.join(directory, 'pg-symlinks.json'), 'utf8'))) {
    await rm(path.join(folder, target), { force: true })
  }
  return { ...source, directory }
}

describe.runIf(isRoot)('as root', timeout, () => {
  it('runs as an unprivileged account that owns the cluster', async () => {
    const folder = await makeFolder()
    const { stop } = await startEmbedded(folder, quiet)
    expect((await stat(path.join(folder, 'postgres/cluster'))).uid).toBe((await findAccount())?.uid)
    await stop()
  })

  it('uses /var/lib/artel if its account cannot reach the folder, which may be moved', async () => {
    const folder = await makeFolder(0o700)
    const logs: string[] = []
    const first = await startEmbedded(path.join(folder, 'data'), { log: (message) => logs.push(message) })
    const home = await homeOf(path.join(folder, 'data'))
    alsoClear(path.join(folder, 'moved'))
    expect(home).toMatch(/^\/var\/lib\/artel\/[0-9a-f-]{36}$/)
    expect(logs.join()).toContain(`lives in ${home}`)
    await query(first.connection, 'create table kept as select 7 as answer')
    await first.stop()
    await rename(path.join(folder, 'data'), path.join(folder, 'moved'))
    const second = await startEmbedded(path.join(folder, 'moved'), quiet)
    expect(second.isFresh).toBe(false)
    expect(await query(second.connection, 'select answer from kept')).toEqual([{ answer: 7 }])
    await second.stop()
  })

  it('only one of two concurrent processes creates a cluster in /var/lib/artel', async () => {
    const folder = await makeFolder(0o700)
    const both = await Promise.all([openInProcess(folder), openInProcess(folder)])
    expect(both.filter(({ opened }) => opened)).toHaveLength(1)
    expect(both.flatMap(({ refused }) => refused?.name ?? [])).toEqual(['AlreadyRunningError'])
    await both.find(({ opened }) => opened)?.stop()
  })

  it('fails if the cluster of the stored id is missing', async () => {
    const folder = await makeFolder(0o700)
    await (await startEmbedded(folder, quiet)).stop()
    const home = await homeOf(folder)
    await rm(home, { recursive: true })
    await expect(startEmbedded(folder, quiet)).rejects.toThrow(`names the database ${home}, which is missing`)
    await expect(startEmbedded(folder, quiet)).rejects.toThrow(EmbeddedDatabaseError)
    await expect(access(path.join(folder, 'postgres'))).rejects.toThrow('ENOENT')
  })

  it('fails if its account can no longer reach the cluster', async () => {
    const folder = await makeFolder()
    await (await startEmbedded(folder, quiet)).stop()
    await chmod(folder, 0o700)
    await expect(startEmbedded(folder, quiet)).rejects.toThrow('cannot reach')
  })

  it('copies binaries that the account cannot reach', async () => {
    const [locked, home] = [await makeFolder(0o700), await makeFolder()]
    const used = await prepareBinaries(home, await findAccount(), await copyPackage(locked))
    expect(path.dirname(used.directory)).toBe(home)
  })

  it('copies binaries if a plain user may not create links in them', async () => {
    const [theirs, home] = [await makeFolder(), path.join(await makeFolder(0o777), 'home')]
    const source = await copyPackage(theirs)
    const module = pathToFileURL(path.join(import.meta.dirname, 'binaries.ts'))
    const code = `
      const { mkdir } = await import('node:fs/promises')
      const { prepareBinaries } = await import('${module}')
      await mkdir('${home}')
      console.log((await prepareBinaries('${home}', undefined, ${JSON.stringify(source)})).directory)`
    expect(path.dirname(await runScript(code, { uid: nobody }))).toBe(home)
  })

  it('a plain user runs it under their own account', async () => {
    const folder = await makeFolder(0o777)
    const dataDir = path.join(folder, 'data')
    const { opened, stop } = await openInProcess(dataDir, { uid: nobody })
    expect(opened?.isFresh).toBe(true)
    expect((await stat(path.join(dataDir, 'postgres/cluster'))).uid).toBe(nobody)
    await stop()
    // Root starts a cluster that another account created.
    const next = await startEmbedded(dataDir, quiet)
    expect(next.isFresh).toBe(false)
    await next.stop()
  })

  it('tells a plain user that the cluster belongs to another account', async () => {
    const folder = await makeFolder(0o777)
    const { stop } = await startEmbedded(folder, quiet)
    const { refused } = await openInProcess(folder, { uid: nobody })
    expect(refused).toMatchObject({ name: 'EmbeddedDatabaseError' })
    expect(refused?.message).toContain('belongs to another account')
    await stop()
  })
})

it('deletes only old drafts of dead processes', async () => {
  const folder = await makeFolder()
  const [old, young, ours] = ['999999999', '999999999', String(process.pid)].map((pid, i) =>
    path.join(folder, `postgres.draft-${pid}-0000000${i}`),
  ) as [string, string, string] // one path per pid
  for (const draft of [old, young, ours]) await mkdir(draft)
  for (const draft of [old, ours]) await utimes(draft, 0, 0)
  await sweepDrafts(folder)
  expect(await readdir(folder)).toEqual([young, ours].map((draft) => path.basename(draft)).sort())
})

describe('binaries', timeout, () => {
  it('are missing on a platform without an npm package', () => {
    expect(() => findBinaries('sunos', 'x64')).toThrow('set DATABASE_URL')
  })

  it('get their links at the start, even at concurrent starts', async () => {
    const [folder, home] = [await makeFolder(), await makeFolder()]
    const source = await copyPackage(folder)
    const account = await findAccount()
    const used = await Promise.all([1, 2, 3].map(() => prepareBinaries(home, account, source)))
    expect(used).toEqual([source, source, source])
  })

  it('that do not run cause an error that asks for DATABASE_URL', async () => {
    const [folder, home] = [await makeFolder(), await makeFolder()]
    await mkdir(path.join(folder, 'bin'))
    await writeFile(path.join(folder, 'bin/postgres'), '#!/nowhere/ld-musl.so\n', { mode: 0o755 })
    const refused = prepareBinaries(home, await findAccount(), { directory: folder, version: '18.4.0' })
    await expect(refused).rejects.toThrow(/does not run on this machine .*DATABASE_URL/)
  })
})
