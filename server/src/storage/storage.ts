import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { S3Place, Settings } from '../settings.ts'
import { openDisk } from './disk.ts'

/** Bytes of a file, both ends included. */
export type ByteRange = { from: number; to: number }

export type StoredFile = {
  /** Bytes. */
  size: number
  /** Once. Whoever has read half of it destroys it. */
  read(range?: ByteRange): Promise<Readable>
  /** For whoever reads nothing. */
  close(): Promise<void>
}

/**
 * Where files are kept, by keys such as `7/small_name.jpg`. Whatever a key names is whole or is not there.
 * @throws StorageAwayError where the place does not answer
 */
export type Storage = {
  /** Takes a local file over: it is here afterwards, and no longer there. */
  put(key: string, path: string): Promise<void>
  /** Null where there is no such file. */
  open(key: string): Promise<StoredFile | null>
  /** What is not there is removed already. */
  remove(keys: readonly string[]): Promise<void>
  list(): AsyncIterable<string>
}

/** The place of the files does not answer; `cause` says why. */
export class StorageAwayError extends Error {}

type StorageSettings = Pick<Settings, 'dataDir' | 's3'>

export async function openStorage({ dataDir, s3 }: StorageSettings): Promise<Storage> {
  return s3 ? openBucket(s3) : openDisk(join(dataDir, 'media'))
}

// The client of S3 is large and complains about older versions of Node.js when it is imported.
async function openBucket(place: S3Place): Promise<Storage> {
  const { openS3 } = await import('./s3.ts')
  return openS3(place)
}
