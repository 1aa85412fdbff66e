import { nowIso } from '../../clock.ts'
import type { Db, Draft } from '../../database/db.ts'
import type { PrinterPlace } from '../../setting-values.ts'
import { testSettings } from '../app.ts'
import type { TestUser } from './build.ts'
import { buildBox, buildSupply } from './supplies.ts'

/** A printer of the company in the settings of the server of the tests. Nothing listens there. @returns its name */
export function namePrinter(db: Db): string {
  const name = 'Линия 1'
  const place: PrinterPlace = {
    companyId: db.companyId,
    name,
    host: '127.0.0.1',
    port: 1,
    language: 'zpl',
    dots: 203,
  }
  if (!testSettings.printers.some(({ companyId }) => companyId === db.companyId))
    testSettings.printers.push(place)
  return name
}

/** A print of one box that waits for a printer of the company. @returns its id */
export async function buildPrint(
  db: Db,
  user: TestUser,
  fields: Partial<Draft<'prints'>> = {},
): Promise<number> {
  const supply_id = fields.supply_id ?? (await buildSupply(db))
  const box_ids = fields.box_ids ?? [await buildBox(db, supply_id)]
  const draft = { printer: namePrinter(db), size: '58x40', language: 'ru', created_at: nowIso() } as const
  const { id } = await db
    .insert('prints', { ...draft, user_id: user.id, ...fields, supply_id, box_ids })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
