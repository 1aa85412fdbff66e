import { buildBox, buildScannable, buildSupply } from './supplies.ts'
import { buildTeam, type Team } from './team.ts'

export type Packing = Team & { supply_id: number; box: number; product_id: number }

/** A team, a supply in packing with one empty box, and a product with the barcode `00012`. */
export async function buildPacking(test_: Parameters<typeof buildTeam>[0]): Promise<Packing> {
  const team = await buildTeam(test_)
  const supply_id = await buildSupply(team.db)
  const box = await buildBox(team.db, supply_id)
  return { ...team, supply_id, box, product_id: await buildScannable(team.db, '00012') }
}
