import { account } from './account/account.ts'
import { app, auth } from './account/auth.ts'
import { profile } from './account/profile.ts'
import { totp } from './account/totp.ts'
import { achievements } from './achievements/achievements.ts'
import { audit } from './audit/audit.ts'
import type { Call } from './call.ts'
import { companyCalls, settings } from './company/company.ts'
import { warehouseCalls } from './company/warehouses.ts'
import { firstSteps } from './first-steps/first-steps.ts'
import { hours } from './hours/hours.ts'
import { imports } from './imports/imports.ts'
import { instructions } from './instructions/instructions.ts'
import { coins, ledger, money } from './ledger/ledger.ts'
import { rewards } from './ledger/rewards.ts'
import { legalEntities } from './legal-entities/legal-entities.ts'
import { moySkladItems } from './moysklad/moysklad.items.ts'
import { moySklad } from './moysklad/moysklad.ts'
import { multimediaCalls } from './multimedia/multimedia.ts'
import { devices } from './notifications/devices.ts'
import { notifications } from './notifications/notifications.ts'
import { orders } from './orders/orders.ts'
import { printers } from './printers/printers.ts'
import { products } from './products/products.ts'
import { pushes } from './pushes/pushes.ts'
import { search } from './search.ts'
import { shop } from './shop/shop.ts'
import { stats } from './stats/stats.ts'
import { supplies } from './supplies/supplies.ts'
import { wildberries } from './supplies/wildberries.ts'
import { tasks } from './tasks/tasks.ts'
import { localizations } from './texts/localizations.ts'
import { personnel } from './users/personnel.ts'
import { users } from './users/users.ts'
import { views } from './views/views.ts'

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
