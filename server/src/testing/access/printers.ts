import { nowIso } from '../../clock.ts'
import type { Draft } from '../../database/db.ts'
import { buildPrint, namePrinter } from '../rows/printers.ts'
import { buildBox, buildSupply } from '../rows/supplies.ts'
import type { Input, Row, World } from './row.ts'

const print =
  (fields: Partial<Draft<'prints'>> = {}) =>
  async ({ db, people }: World): Promise<Input> => ({ id: await buildPrint(db, people.admin, fields) })

export const printerRows: Row[] = [
  { call: 'printers.list', expect: [401, 200, 200, 200, 200, 200] },
  { call: 'printers.prints', expect: [401, 200, 200, 200, 200, 200] },
  {
    call: 'printers.print',
    expect: [401, 201, 201, 201, 201, 404],
    make: async ({ db }) => {
      const supply_id = await buildSupply(db)
      await buildBox(db, supply_id)
      return { body: { supply_id, printer: namePrinter(db) } }
    },
  },
  {
    call: 'printers.again',
    expect: [401, 201, 201, 201, 201, 404],
    make: async (world) => print({ status: 'printed', sent: 1, done: 1, ended_at: nowIso() })(world),
  },
  { call: 'printers.cancel', expect: [401, 200, 200, 200, 200, 404], make: print() },
]
