import { account } from './account.ts'
import { achievements } from './achievements.ts'
import { audit } from './audit.ts'
import { app, auth } from './auth.ts'
import type { Call } from './call.ts'
import { companyCalls, settings } from './company.ts'
import { devices } from './devices.ts'
import { firstSteps } from './first-steps.ts'
import { hours } from './hours.ts'
import { imports } from './imports.ts'
import { instructions } from './instructions.ts'
import { coins, ledger, money } from './ledger.ts'
import { legalEntities } from './legal-entities.ts'
import { localizations } from './localizations.ts'
import { moySkladItems } from './moysklad.items.ts'
import { moySklad } from './moysklad.ts'
import { multimediaCalls } from './multimedia.ts'
import { notifications } from './notifications.ts'
import { orders } from './orders.ts'
import { personnel } from './personnel.ts'
import { printers } from './printers.ts'
import { products } from './products.ts'
import { profile } from './profile.ts'
import { pushes } from './pushes.ts'
import { rewards } from './rewards.ts'
import { search } from './search.ts'
import { shop } from './shop.ts'
import { stats } from './stats.ts'
import { supplies } from './supplies.ts'
import { tasks } from './tasks.ts'
import { totp } from './totp.ts'
import { users } from './users.ts'
import { views } from './views.ts'
import { warehouseCalls } from './warehouses.ts'
import { wildberries } from './wildberries.ts'

/** Every call of the API by feature and name. The server refuses to start if a call has no handler. */
export const calls = {
  account,
  achievements,
  app,
  audit,
  auth,
  coins,
  devices,
  firstSteps,
  hours,
  imports,
  instructions,
  ledger,
  legalEntities,
  localizations,
  company: companyCalls,
  money,
  moySklad,
  moySkladItems,
  multimedia: multimediaCalls,
  notifications,
  orders,
  printers,
  products,
  profile,
  personnel,
  pushes,
  rewards,
  search,
  settings,
  shop,
  stats,
  supplies,
  tasks,
  totp,
  users,
  views,
  warehouses: warehouseCalls,
  wildberries,
} satisfies Record<string, Record<string, Call>>

export type Calls = typeof calls
