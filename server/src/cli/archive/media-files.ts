import type { PhotoVariant } from '@artel/contract/multimedia/multimedia.kinds'
import type pg from 'pg'
import { keyOf } from '../../storage/keys.ts'

/** A file that a media row names. */
export type MediaFile = { key: string; size: number }

type Row = { company_id: number; file: string; size: number; variants: PhotoVariant[]; sizes: number[] }

/**
 * The files of all media in the snapshot of the caller's transaction.
 * @param companyId only those of this company
 */
export async function listMediaFiles(client: pg.Client, companyId?: number): Promise<Iterable<MediaFile>> {
  const { rows: found } = await client.query(`select where to_regclass('public.multimedia') is not null`)
  // A database of an older version has no media.
  if (found.length === 0) return []
  const { rows } = await client.query<Row>(
    `
    select company_id, file, size,
      array(select jsonb_object_keys(variants)) as variants,
      array(select (value->>'size')::float8 from jsonb_each(variants)) as sizes
    from multimedia where file is not null and ($1::bigint is null or company_id = $1)
    order by company_id, id`,
    [companyId ?? null],
  )
  return filesOf(rows)
}

// A generator, because a large installation has millions of files.
function* filesOf(rows: readonly Row[]): Generator<MediaFile> {
  for (const { company_id, file, size, variants, sizes } of rows) {
    yield { key: keyOf(company_id, file), size: Number(size) }
    for (const [at, variant] of variants.entries()) {
      yield { key: keyOf(company_id, file, variant), size: sizes[at] ?? 0 }
    }
  }
}
