import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { EmbeddedDatabaseError, startEmbedded } from './embedded.ts'
import { makeFolder } from './testing.ts'

const quiet = { log: () => {} }

describe('reports what a person must fix', { timeout: 120_000 }, () => {
  it.each([
    ['a cluster of another version', 'postgres/cluster/PG_VERSION', 'made by PostgreSQL 17'],
    ['an id that is none', 'cluster-id', 'holds no cluster id'],
  ])('%s', async (_, file, message) => {
    const folder = await makeFolder()
    await (await startEmbedded(folder, quiet)).stop()
    await writeFile(path.join(folder, file), '17\n')
    await expect(startEmbedded(folder, quiet)).rejects.toThrow(message)
    await expect(startEmbedded(folder, quiet)).rejects.toThrow(EmbeddedDatabaseError)
    await rm(path.join(folder, file))
  })

  it('a folder without its cluster, or a file instead of a folder', async () => {
    const folder = await makeFolder()
    await mkdir(path.join(folder, 'postgres'))
    await expect(startEmbedded(folder, quiet)).rejects.toThrow('holds no cluster')
    await writeFile(path.join(folder, 'file'), '')
    await expect(startEmbedded(path.join(folder, 'file'), quiet)).rejects.toThrow(EmbeddedDatabaseError)
  })

  it('a database that does not start, with the reason from PostgreSQL', async () => {
    const folder = await makeFolder()
    await (await startEmbedded(folder, quiet)).stop()
    await rm(path.join(folder, 'postgres/cluster/global/pg_control'))
    await expect(startEmbedded(folder, quiet)).rejects.toThrow('PostgreSQL did not start: ')
  })
})
