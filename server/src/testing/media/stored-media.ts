import { createHash, randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Installation } from '../../cli/testing.ts'
import { nowIso } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { multimediaJobs } from '../../features/multimedia/multimedia.jobs.ts'
import { Uploads } from '../../files/uploads.ts'
import { openQueues } from '../../jobs/open.ts'
import { openDisk } from '../../storage/disk.ts'
import { openS3 } from '../../storage/s3.ts'
import type { Storage } from '../../storage/storage.ts'
import { openWithCompany } from '../installation.ts'
import type { TestUser } from '../rows/build.ts'
import { type S3Simulator, startS3 } from './s3-simulator.ts'

type Place = { storage: Storage; env: NodeJS.ProcessEnv; close(): Promise<void> }
export type Media = { id: number; keys: string[] }

export const places = {
  disk: async ({ dataDir, env }: Installation): Promise<Place> => ({
    storage: openDisk(join(dataDir, 'media')),
    env,
    close: async () => {},
  }),
  S3: async ({ env }: Installation): Promise<Place & { bucket: S3Simulator }> => {
    const bucket = await startS3()
    const { place, close } = bucket
    const S3_URL = `${place.endpoint.replace('//', '//the-key:the%2Fsecret%2Bof%3Dit@')}/artel-media/crew`
    return { storage: openS3(place), env: { ...env, S3_URL }, close, bucket }
  },
}

/** Stores a photo with a smaller copy, like an upload. */
async function bring(storage: Storage, db: Db, user: TestUser, dataDir: string): Promise<Media> {
  const name = `${randomBytes(16).toString('hex')}.jpg`
  const put = async (key: string) => {
    const content = randomBytes(200)
    const path = join(dataDir, randomBytes(8).toString('hex'))
    await writeFile(path, content)
    await storage.put(key, path)
    return createHash('sha256').update(content)
  }
  const keys = [`${db.companyId}/${name}`, `${db.companyId}/small_${name}`] as const
  const sha256 = (await put(keys[0])).digest()
  const variants = { small: { size: 200, sha256: (await put(keys[1])).digest('hex') } }
  const { id } = await db
    .insert('multimedia', {
      type: 'photo',
      path: 'tasks',
      name: 'a.jpg',
      file: name,
      size: 200,
      sha256,
      variants,
      is_stripped: true,
      created_by: user.id,
      created_at: nowIso(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, keys: [...keys] }
}

/** These jobs receive no uploads. */
export const noUploads = new Uploads('/nowhere')

export async function listed(storage: Storage): Promise<string[]> {
  const keys: string[] = []
  for await (const key of storage.list()) keys.push(key)
  return keys.sort()
}

/** An installation with a company, a queue and a storage. */
export async function openSource(kind: keyof typeof places) {
  const { installation, db, user } = await openWithCompany()
  const place = await places[kind](installation)
  await openQueues(installation.root, multimediaJobs({ storage: place.storage, uploads: noUploads }))
  const bringOne = () => bring(place.storage, db, user, installation.dataDir)
  return { installation, db, user, place, bringOne }
}
