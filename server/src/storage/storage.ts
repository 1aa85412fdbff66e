import { join, resolve } from 'node:path'
import { openDisk } from './disk.ts'
import type { ExactBytes } from './exact-bytes.ts'

/** A byte range of a file. Both ends are included. */
export type ByteRange = { from: number; to: number }

export type StoredFile = {
  /** Size in bytes. */
  size: number
  /**
   * Call it once. Destroy the stream if it is not read to the end. The stream fails if the storage sends more
   * or fewer bytes than the file or the range has.
   * @throws WrongLengthError if the storage announces other bytes than the requested ones
   */
  read(range?: ByteRange): Promise<ExactBytes>
  /** Call it instead of `read` if the content is not needed. */
  close(): Promise<void>
}

/**
 * File storage by keys such as `7/small_name.jpg`. A key has a complete file or none.
 * @throws StorageUnavailableError if the storage does not respond
 */
export type Storage = {
  /**
   * Moves a local file into the storage. A bucket stops when `signal` is aborted; a disk has no need of it.
   * @throws Error if it is no key of `keyOf`
   */
  put(key: string, path: string, signal?: AbortSignal): Promise<void>
  /**
   * Moves a local file beside the stored one, as its incomplete copy, which `finish` puts in its place. It is
   * removed with its file. @throws Error if it is no key of `keyOf`
   */
  stage(key: string, path: string): Promise<void>
  /** @throws Error if no file was staged */
  finish(key: string): Promise<void>
  /** @returns null if there is no such file */
  open(key: string): Promise<StoredFile | null>
  /**
   * A missing file counts as removed. A file that cannot be removed does not keep the others.
   * @throws Error if one is no key of Artel; then no file is removed
   */
  remove(keys: readonly string[]): Promise<void>
  /**
   * The keys of Artel, also those of incomplete copies. Other files in the same folder or bucket are not
   * listed.
   */
  list(): AsyncIterable<string>
}

/** A bucket and the credentials to write to it. */
export type S3Place = {
  endpoint: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  bucket: string
  /** The prefix of all keys: empty, or with a final `/`. */
  prefix: string
}

type StorageSettings = { dataDir: string; s3: S3Place | undefined }

/** Where the files are, for people. Contains no credentials. */
export const describePlace = ({ dataDir, s3 }: StorageSettings): string =>
  s3 ? `the bucket ${s3.bucket}/${s3.prefix} at ${s3.endpoint}` : resolve(dataDir, 'media')

export async function openStorage({ dataDir, s3 }: StorageSettings): Promise<Storage> {
  return s3 ? openBucket(s3) : openDisk(join(dataDir, 'media'))
}

// Imported on demand, because the S3 client is large and warns about older versions of Node.js.
async function openBucket(place: S3Place): Promise<Storage> {
  const { openS3 } = await import('./s3.ts')
  return openS3(place)
}
