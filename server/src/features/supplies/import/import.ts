import type { Actor } from '../../../access/actor.ts'
import type { Db } from '../../../database/db.ts'
import { ApiError, fieldError } from '../../../errors/errors.ts'
import type {
  ImportField,
  ImportOptions,
  ImportSubject,
  ImportTaking,
  ImportTarget,
} from '../../imports/imports.ts'
import { withinPlan } from '../boxes/items.ts'
import { packingTitles as titles } from '../labels/packing-list.ts'
import { mayImport } from '../supplies.policy.ts'
import { findSupplyRow, lockSupplyRow } from '../supplies.queries.ts'
import { ImportedBoxes } from './boxes.ts'
import { liftPlan, removeUnnamed, writeBatch } from './import.queries.ts'
import { endUndo, undoRows } from './import.undo.ts'
import { planBatch } from './rows.ts'

export const packingFields: readonly ImportField[] = [
  {
    name: 'barcode',
    title: titles.barcode,
    kind: 'barcode',
    isRequired: true,
    // The last alias is the first of the six columns in the list of Wildberries.
    aliases: ['Баркод', 'Штрихкод', 'Штрихкод товара', 'ШК товара', 'ШК единицы товара'],
  },
  {
    name: 'quantity',
    title: titles.quantity,
    kind: 'integer',
    isRequired: true,
    aliases: ['Количество', 'Количество товаров', 'Кол-во'],
  },
  {
    name: 'box',
    title: titles.box,
    kind: 'boxBarcode',
    isRequired: true,
    aliases: ['Штрихкод короба', 'Баркод короба', 'Box'],
  },
  { name: 'expires_on', title: titles.expires_on, kind: 'day', aliases: ['Expiry date'] },
]

/** Imports the contents of one supply's boxes. A row is a product in a box. */
export const supplyImport: ImportSubject = {
  kind: 'supplies',
  entity: 'supply',
  title: { ru: 'Упаковка', en: 'Packing list' },
  fields: packingFields,
  begin,
  undo: undoRows,
  endUndo,
  findFilled,
}

/**
 * Checks before the file is read that the supply takes one.
 * @throws ApiError 422 at the field; wrong_state
 */
export async function refuseClosed(db: Db, supplyId: number): Promise<void> {
  const row = await findSupplyRow(db, supplyId)
  if (!row || row.deleted_at !== null) throw fieldError('supply_id', 'no_such_supply')
  if (!mayImport(row)) throw new ApiError('wrong_state')
}

/** Locks the supply, so that nobody packs in it during the import. @throws ApiError wrong_state */
export async function lockForImport(db: Db, supplyId: number | null): Promise<number> {
  const row = supplyId === null ? undefined : await lockSupplyRow(db, supplyId)
  if (!row || !mayImport(row)) throw new ApiError('wrong_state')
  return row.id
}

async function begin(db: Db, actor: Actor, options: ImportOptions): Promise<ImportTaking> {
  const supplyId = await lockForImport(db, options.supplyId)
  const boxes = await ImportedBoxes.read(db, supplyId, options)
  // Lines that are not in the file are removed only after the whole file is read. Until then the supply may
  // have more than its plan.
  const putPlanBack = await liftPlan(db, supplyId)
  let hasValid = false
  return {
    take: async (rows) => {
      const batch = await planBatch(db, boxes, options, rows)
      hasValid ||= batch.some(({ action }) => action !== 'refuse')
      return writeBatch(db, actor, { supplyId, importId: options.importId }, batch)
    },
    end: async () => {
      // A file without any valid row, such as one with the wrong columns, does not empty the supply.
      const removed = options.overwrites && hasValid ? await removeUnnamed(db, options, boxes) : null
      await withinPlan(putPlanBack())
      return removed
    },
  }
}

async function findFilled(db: Db, { supplyId }: ImportTarget): Promise<{ id: number; title: string }> {
  const supplies = db.from('supplies').select(['id', 'number as title'])
  return supplies.where('id', '=', supplyId).executeTakeFirstOrThrow()
}
