import { createHash } from 'node:crypto'
import type { StoredVariants } from '@artel/contract/multimedia/multimedia'
import { ownKeys } from '@artel/contract/shapes/records'
import type pg from 'pg'
import { assertKey, keyOf, wholeOf } from '../../storage/keys.ts'
import { WrongLengthError } from '../../storage/storage.errors.ts'
import type { Storage } from '../../storage/storage.ts'

type Row = {
  company_id: number
  id: number
  file: string
  size: number
  sha256: Buffer
  variants: StoredVariants
}

const rowsAtOnce = 500

type Stored = Pick<Row, 'size'> & { key: string; sha256: string }

/** Media rows without intact files, and files without rows. A harmed file is listed with its fault. */
export type MediaFaults = { harmed: string[]; strays: string[] }

/**
 * Reads every file of every row and compares it with the digest taken at its upload. Files are listed before
 * the rows are read, because a file is stored before its row and removed after it.
 */
export async function findMediaFaults(client: pg.Client, storage: Storage): Promise<MediaFaults> {
  const listed = new Set<string>()
  for await (const key of storage.list()) listed.add(key)
  const harmed: string[] = []
  for await (const row of readRows(client)) {
    for (const stored of filesOf(row)) {
      listed.delete(stored.key)
      const fault = await findFault(storage, stored).catch(nameFault)
      if (fault && (await hasRow(client, row.file))) harmed.push(`${stored.key} ${fault}`)
    }
  }
  const strays: string[] = []
  for (const key of listed) {
    if (await isStray(client, key)) strays.push(key)
  }
  return { harmed, strays }
}

/** Whether the file of this key is unused: no row names it, and nobody is uploading it. */
export async function isStray(client: pg.Client, key: string): Promise<boolean> {
  const whole = wholeOf(key)
  // Looks for the job before the row, because the job ends in one step with the insert of the row or with the
  // removal of the file.
  return !(await isAwaited(client, whole)) && !(await hasRow(client, assertKey(whole).file))
}

async function* readRows(client: pg.Client): AsyncGenerator<Row> {
  for (let after = 0; ; ) {
    const { rows } = await client.query<Row>(
      `select company_id, id, file, size, sha256, variants from multimedia
      where file is not null and id > $1 order by id limit $2`,
      [after, rowsAtOnce],
    )
    yield* rows
    if (rows.length < rowsAtOnce) return
    after = rows.at(-1)?.id ?? after
  }
}

function filesOf({ company_id, file, size, sha256, variants }: Row): Stored[] {
  const copies = ownKeys(variants).flatMap((variant) => {
    const stored = variants[variant]
    return stored ? [{ key: keyOf(company_id, file, variant), ...stored }] : []
  })
  return [{ key: keyOf(company_id, file), size, sha256: sha256.toString('hex') }, ...copies]
}

async function findFault(storage: Storage, { key, size, sha256 }: Stored): Promise<string> {
  const file = await storage.open(key)
  if (!file) return 'is missing'
  if (file.size !== size) {
    await file.close()
    return `has ${file.size} of ${size} bytes`
  }
  const hash = createHash('sha256')
  for await (const chunk of await file.read()) hash.update(chunk)
  return hash.digest('hex') === sha256 ? '' : 'has changed'
}

// A read error of the disk is a fault of that file. If the storage is down, no file is at fault.
function nameFault(error: NodeJS.ErrnoException): string {
  if (error instanceof WrongLengthError) return 'is read with another length'
  if (error.syscall) return `cannot be read (${error.code})`
  throw error
}

async function hasRow(client: pg.Client, file: string): Promise<boolean> {
  const { rowCount } = await client.query('select from multimedia where file = $1', [file])
  return rowCount !== 0
}

/**
 * Whether a queued job will remove the file unless its row is inserted. An upload or a removal is then under
 * way.
 */
async function isAwaited(client: pg.Client, key: string): Promise<boolean> {
  if (!(await hasQueue(client))) return false
  const { rowCount } = await client.query(
    `select from jobs.job where state < 'completed' and data->'keys' @> to_jsonb($1::text)`,
    [key],
  )
  return rowCount !== 0
}

/** If no server has ever run, there is no queue. */
export async function hasQueue(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ has: boolean }>(`select to_regclass('jobs.job') is not null as has`)
  return rows[0]?.has === true
}
