import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { chmod, copyFile, link, mkdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { makeFolder } from '../../storage/make-folder.ts'
import { type Account, canWrite, findAccount, findOwner, giveTo } from './account.ts'
import { type Binaries, prepareBinaries } from './binaries.ts'
import { clusterOf, createCluster, refuseOtherVersion } from './cluster.ts'
import { exists, makeDraft, publishDraft, sweepDrafts, syncToDisk } from './draft.ts'
import { codeOf, EmbeddedDatabaseError } from './errors.ts'

/**
 * `path` has its symbolic links resolved. It contains the cluster, its passwords and, if needed, a copy of
 * the binaries.
 */
export type Home = { path: string; account: Account | undefined; binaries: Binaries; isFresh: boolean }

const FAR = '/var/lib/artel'
const idFileOf = (dataDir: string) => path.join(dataDir, 'cluster-id')
const nearHomeOf = (dataDir: string) => path.join(dataDir, 'postgres')

/** Finds the cluster of a data folder, or creates it if there is none. */
export async function openHome(dataDir: string, log: (message: string) => void): Promise<Home> {
  await makeFolder(dataDir)
  await sweepDrafts(dataDir)
  const found = await findHome(dataDir)
  const { home, isFresh } = found ? { home: found, isFresh: false } : await createHome(dataDir)
  const account = await findOwner(clusterOf(home))
  if (path.dirname(home) === FAR) {
    log(`The database of ${dataDir} lives in ${home}, where the account that runs it can reach it`)
  } else if (!(await canWrite(home, account))) {
    throw new EmbeddedDatabaseError(
      `Account ${account?.name}, to whom the cluster belongs, cannot reach ${home}: open the folders above it (chmod o+x), or move it`,
    )
  }
  const binaries = await prepareBinaries(home, account)
  await refuseOtherVersion(home, binaries)
  return { path: await realpath(home), account, binaries, isFresh }
}

/** The folder of the cluster of a data folder. @returns undefined if the data folder has none */
export async function findHome(dataDir: string): Promise<string | undefined> {
  const id = await readId(dataDir)
  const home = id ? path.join(FAR, id) : nearHomeOf(dataDir)
  if (!id && !(await exists(home))) return undefined
  if (await holdsCluster(home)) return home
  throw new EmbeddedDatabaseError(
    id
      ? `${idFileOf(dataDir)} names the database ${home}, which is missing: bring it back, or remove that file to begin with an empty one`
      : `${home} holds no cluster: bring it back, or remove that folder to begin with an empty one`,
  )
}

async function holdsCluster(home: string): Promise<boolean> {
  try {
    return await exists(path.join(clusterOf(home), 'PG_VERSION'))
  } catch (error) {
    if (codeOf(error) !== 'EACCES') throw error
    throw new EmbeddedDatabaseError(
      `${home} belongs to another account: start Artel as that account or as root`,
    )
  }
}

async function readId(dataDir: string): Promise<string | undefined> {
  const file = idFileOf(dataDir)
  if (!(await exists(file))) return undefined
  const id = (await readFile(file, 'utf8')).trim()
  if (/^[0-9a-f-]{36}$/.test(id)) return id
  throw new EmbeddedDatabaseError(`${file} holds no cluster id: bring it back from a copy of the folder`)
}

async function createHome(dataDir: string): Promise<{ home: string; isFresh: boolean }> {
  const account = await findAccount()
  const near = await draftHome(dataDir, account)
  const draft = near ?? (await draftFarHome(account))
  try {
    await createCluster(draft, await prepareBinaries(draft, account), account)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
  if (near) return { home: nearHomeOf(dataDir), isFresh: await publishDraft(draft, nearHomeOf(dataDir)) }
  return publishFarHome(draft, dataDir)
}

/** @returns undefined if the account cannot own a folder there or cannot reach it */
async function draftHome(parent: string, account: Account | undefined): Promise<string | undefined> {
  const draft = await makeDraft(parent, 'postgres')
  const isTheirs = await giveTo(account, draft).then(
    () => canWrite(draft, account),
    () => false,
  )
  if (isTheirs) return draft
  await rm(draft, { recursive: true })
  return undefined
}

async function draftFarHome(account: Account | undefined): Promise<string> {
  // A strict umask would deny the account access to this folder.
  if (await mkdir(FAR, { recursive: true })) await chmod(FAR, 0o755)
  await sweepDrafts(FAR)
  const draft = await draftHome(FAR, account)
  if (draft) return draft
  throw new EmbeddedDatabaseError(`Account ${account?.name} can reach neither DATA_DIR nor ${FAR}`)
}

/** Writes the file with the cluster id last and atomically, so it never names an incomplete cluster. */
async function publishFarHome(draft: string, dataDir: string): Promise<{ home: string; isFresh: boolean }> {
  const id = randomUUID()
  const home = path.join(FAR, id)
  await publishDraft(draft, home)
  const note = `${idFileOf(dataDir)}.${id}`
  await writeFile(note, `${id}\n`, { flush: true })
  try {
    // Some shared folders do not support hard links. There the file is copied, never over an existing one.
    await link(note, idFileOf(dataDir)).catch((error) => {
      if (codeOf(error) === 'EEXIST') throw error
      return copyFile(note, idFileOf(dataDir), constants.COPYFILE_EXCL)
    })
    await syncToDisk(dataDir)
    return { home, isFresh: true }
  } catch (error) {
    await rm(home, { recursive: true, force: true })
    if (codeOf(error) !== 'EEXIST') throw error
    return { home: path.join(FAR, (await readId(dataDir)) ?? id), isFresh: false }
  } finally {
    await rm(note, { force: true })
  }
}
