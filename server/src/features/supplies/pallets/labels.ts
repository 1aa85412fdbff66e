import type { LabelSize } from '@artel/contract/supplies/supplies.line'
import { sql } from 'kysely'
import type { Actor } from '../../../access/actor.ts'
import type { Root } from '../../../database/connection/open.ts'
import type { Db } from '../../../database/db.ts'
import { openCursor } from '../../../database/queries/cursor.ts'
import { ApiError } from '../../../errors/errors.ts'
import type { SentFile } from '../../../files/send-file.ts'
import type { LabelWriter, PalletLabel } from '../../../labels/labels.ts'
import { findSupply } from '../supplies.ts'
import { countPallets, listPalletRows, type PalletRow } from './pallets.queries.ts'

type Asked = { size: LabelSize; pallet_id?: number | undefined }
type LabelledSupply = Awaited<ReturnType<typeof findSupply>>

/**
 * A PDF with the label of one pallet, or with the labels of all pallets of a supply in the order of their numbers.
 * @param connection a separate transaction from which the rows are read
 * @throws ApiError not_found; no_pallets
 */
export async function palletLabelsFile(
  writer: LabelWriter,
  connection: Root,
  db: Db,
  actor: Actor,
  supplyId: number,
  { size, pallet_id }: Asked,
): Promise<SentFile> {
  const supply = await findSupply(db, actor, supplyId)
  const rows = listPalletRows(db, supplyId, pallet_id)
  const first = await rows.limit(1).executeTakeFirst()
  if (!first) throw new ApiError(pallet_id === undefined ? 'no_pallets' : 'not_found')
  const { count } = await countPallets(db, supplyId)
  const batches = await openCursor(connection, sql<PalletRow>`${rows}`)
  return {
    stream: writer.write(size, actor.language, labelsOf(batches, supply, count), actor),
    type: 'application/pdf',
    name: { ru: 'Этикетки паллет', en: 'Pallet labels' },
    suffix: supply.number,
    extension: 'pdf',
  }
}

async function* labelsOf(
  batches: AsyncIterable<readonly PalletRow[]>,
  { number: supplyNumber, destination, legal_entity }: LabelledSupply,
  palletsCount: number,
): AsyncGenerator<PalletLabel> {
  for await (const batch of batches)
    for (const { barcode, number, boxes_count, units_count } of batch)
      yield {
        kind: 'pallet',
        barcode,
        number,
        palletsCount,
        boxesCount: boxes_count,
        unitsCount: units_count,
        supplyNumber,
        destination,
        legalEntity: legal_entity?.name ?? null,
      }
}
