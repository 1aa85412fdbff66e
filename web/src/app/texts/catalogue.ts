import type { auditWordsEn } from '@artel/contract/audit/audit.words.en'
import type { AchievementCode } from '@artel/contract/company/company.line'
import type { fieldTextsEn } from '@artel/contract/errors/errors.en'
import type { Locale as ContractLocale } from '@artel/contract/shapes/primitives'
import { achievementsEn } from '../../features/achievements/achievements.en.ts'
import { achievementsRu } from '../../features/achievements/achievements.ru.ts'
import { auditEn } from '../../features/audit/audit.en.ts'
import { auditRu } from '../../features/audit/audit.ru.ts'
import { authEn } from '../../features/auth/auth.en.ts'
import { authRu } from '../../features/auth/auth.ru.ts'
import { companyEn } from '../../features/company/company.en.ts'
import { companyRu } from '../../features/company/company.ru.ts'
import { hoursEn } from '../../features/company/hours/hours.en.ts'
import { hoursRu } from '../../features/company/hours/hours.ru.ts'
import { devicesEn } from '../../features/devices/devices.en.ts'
import { devicesRu } from '../../features/devices/devices.ru.ts'
import { shiftsEn } from '../../features/hours/shifts.en.ts'
import { shiftsRu } from '../../features/hours/shifts.ru.ts'
import { teamHoursEn } from '../../features/hours/team/team-hours.en.ts'
import { teamHoursRu } from '../../features/hours/team/team-hours.ru.ts'
import { importsEn } from '../../features/imports/imports.en.ts'
import { importsRu } from '../../features/imports/imports.ru.ts'
import { instructionsEn } from '../../features/instructions/instructions.en.ts'
import { instructionsRu } from '../../features/instructions/instructions.ru.ts'
import { ledgerEn } from '../../features/ledger/ledger.en.ts'
import { ledgerRu } from '../../features/ledger/ledger.ru.ts'
import { legalEntitiesEn } from '../../features/legal-entities/legal-entities.en.ts'
import { legalEntitiesRu } from '../../features/legal-entities/legal-entities.ru.ts'
import { localizationsEn } from '../../features/localizations/localizations.en.ts'
import { localizationsRu } from '../../features/localizations/localizations.ru.ts'
import { textSectionsEn } from '../../features/localizations/text-sections.en.ts'
import { textSectionsRu } from '../../features/localizations/text-sections.ru.ts'
import { moySkladItemsEn } from '../../features/moysklad/items/moysklad-items.en.ts'
import { moySkladItemsRu } from '../../features/moysklad/items/moysklad-items.ru.ts'
import { moySkladEn } from '../../features/moysklad/moysklad.en.ts'
import { moySkladRu } from '../../features/moysklad/moysklad.ru.ts'
import { notificationsEn } from '../../features/notifications/notifications.en.ts'
import { notificationsRu } from '../../features/notifications/notifications.ru.ts'
import { ordersEn } from '../../features/orders/orders.en.ts'
import { ordersRu } from '../../features/orders/orders.ru.ts'
import { productsEn } from '../../features/products/products.en.ts'
import { productsRu } from '../../features/products/products.ru.ts'
import { profileEn } from '../../features/profile/profile.en.ts'
import { profileRu } from '../../features/profile/profile.ru.ts'
import { publicEn } from '../../features/public/public.en.ts'
import { publicRu } from '../../features/public/public.ru.ts'
import { pushesEn } from '../../features/pushes/pushes.en.ts'
import { pushesRu } from '../../features/pushes/pushes.ru.ts'
import { rewardsEn } from '../../features/rewards/rewards.en.ts'
import { rewardsRu } from '../../features/rewards/rewards.ru.ts'
import { shopEn } from '../../features/shop/shop.en.ts'
import { shopRu } from '../../features/shop/shop.ru.ts'
import { statsEn } from '../../features/stats/stats.en.ts'
import { statsRu } from '../../features/stats/stats.ru.ts'
import { teamEn } from '../../features/stats/team/team.en.ts'
import { teamRu } from '../../features/stats/team/team.ru.ts'
import { packingEn } from '../../features/supplies/packing/packing.en.ts'
import { packingRu } from '../../features/supplies/packing/packing.ru.ts'
import { palletsEn } from '../../features/supplies/pallets/pallets.en.ts'
import { palletsRu } from '../../features/supplies/pallets/pallets.ru.ts'
import { printingEn } from '../../features/supplies/printing/printing.en.ts'
import { printingRu } from '../../features/supplies/printing/printing.ru.ts'
import { suppliesEn } from '../../features/supplies/supplies.en.ts'
import { suppliesRu } from '../../features/supplies/supplies.ru.ts'
import { taskBoardEn } from '../../features/tasks/board/task-board.en.ts'
import { taskBoardRu } from '../../features/tasks/board/task-board.ru.ts'
import { taskBulkEn } from '../../features/tasks/list/task-bulk.en.ts'
import { taskBulkRu } from '../../features/tasks/list/task-bulk.ru.ts'
import { manyTasksEn } from '../../features/tasks/many/many-tasks.en.ts'
import { manyTasksRu } from '../../features/tasks/many/many-tasks.ru.ts'
import { tasksEn } from '../../features/tasks/tasks.en.ts'
import { tasksRu } from '../../features/tasks/tasks.ru.ts'
import { usersEn } from '../../features/users/users.en.ts'
import { usersRu } from '../../features/users/users.ru.ts'
import { viewsEn } from '../../features/views/views.en.ts'
import { viewsRu } from '../../features/views/views.ru.ts'
import { warehousesEn } from '../../features/warehouses/warehouses.en.ts'
import { warehousesRu } from '../../features/warehouses/warehouses.ru.ts'
import { wildberriesEn } from '../../features/wildberries/wildberries.en.ts'
import { wildberriesRu } from '../../features/wildberries/wildberries.ru.ts'
import { formsEn } from '../../forms/form/forms.en.ts'
import { formsRu } from '../../forms/form/forms.ru.ts'
import { keysEn } from '../../ui/keys/keys.en.ts'
import { keysRu } from '../../ui/keys/keys.ru.ts'
import { meritsEn } from '../../ui/marks/merits.en.ts'
import { meritsRu } from '../../ui/marks/merits.ru.ts'
import { mediaEn } from '../../ui/media/media.en.ts'
import { mediaRu } from '../../ui/media/media.ru.ts'
import { uiEn } from '../../ui/ui.en.ts'
import { uiRu } from '../../ui/ui.ru.ts'
import { firstStepsEn } from '../first-steps/first-steps.en.ts'
import { firstStepsRu } from '../first-steps/first-steps.ru.ts'
import { frameEn } from '../frame/frame.en.ts'
import { frameRu } from '../frame/frame.ru.ts'
import { paletteEn } from '../palette/palette.en.ts'
import { paletteRu } from '../palette/palette.ru.ts'
import { stepsEn } from '../steps/steps.en.ts'
import { stepsRu } from '../steps/steps.ru.ts'

const en = {
  ui: uiEn,
  keys: keysEn,
  media: mediaEn,
  merits: meritsEn,
  forms: formsEn,
  frame: frameEn,
  achievements: achievementsEn,
  audit: auditEn,
  auth: authEn,
  company: companyEn,
  devices: devicesEn,
  firstSteps: firstStepsEn,
  workingHours: hoursEn,
  shifts: shiftsEn,
  teamHours: teamHoursEn,
  warehouses: warehousesEn,
  notifications: notificationsEn,
  orders: ordersEn,
  products: productsEn,
  packing: packingEn,
  printing: printingEn,
  pallets: palletsEn,
  shop: shopEn,
  steps: stepsEn,
  supplies: suppliesEn,
  profile: profileEn,
  public: publicEn,
  tasks: tasksEn,
  stats: statsEn,
  team: teamEn,
  taskBoard: taskBoardEn,
  taskBulk: taskBulkEn,
  manyTasks: manyTasksEn,
  pushes: pushesEn,
  rewards: rewardsEn,
  users: usersEn,
  views: viewsEn,
  palette: paletteEn,
  ledger: ledgerEn,
  imports: importsEn,
  instructions: instructionsEn,
  legalEntities: legalEntitiesEn,
  localizations: localizationsEn,
  textSections: textSectionsEn,
  moySklad: moySkladEn,
  moySkladItems: moySkladItemsEn,
  wildberries: wildberriesEn,
}
const ru = {
  ui: uiRu,
  keys: keysRu,
  media: mediaRu,
  merits: meritsRu,
  forms: formsRu,
  frame: frameRu,
  achievements: achievementsRu,
  audit: auditRu,
  auth: authRu,
  company: companyRu,
  devices: devicesRu,
  firstSteps: firstStepsRu,
  workingHours: hoursRu,
  shifts: shiftsRu,
  teamHours: teamHoursRu,
  warehouses: warehousesRu,
  notifications: notificationsRu,
  orders: ordersRu,
  products: productsRu,
  packing: packingRu,
  printing: printingRu,
  pallets: palletsRu,
  shop: shopRu,
  steps: stepsRu,
  supplies: suppliesRu,
  profile: profileRu,
  public: publicRu,
  tasks: tasksRu,
  stats: statsRu,
  team: teamRu,
  taskBoard: taskBoardRu,
  taskBulk: taskBulkRu,
  manyTasks: manyTasksRu,
  pushes: pushesRu,
  rewards: rewardsRu,
  users: usersRu,
  views: viewsRu,
  palette: paletteRu,
  ledger: ledgerRu,
  imports: importsRu,
  instructions: instructionsRu,
  legalEntities: legalEntitiesRu,
  localizations: localizationsRu,
  textSections: textSectionsRu,
  moySklad: moySkladRu,
  moySkladItems: moySkladItemsRu,
  wildberries: wildberriesRu,
} satisfies SameKeys

type SameKeys = { [Namespace in keyof typeof en]: Record<keyof (typeof en)[Namespace], string> }

/** All texts by namespace. The build reads it and generates the files of texts; no page imports it. */
export const catalogue = { en, ru }

type ContractTexts = {
  fields: Record<keyof typeof fieldTextsEn, string>
  achievementNames: Record<AchievementCode, string>
  auditWords: Record<keyof typeof auditWordsEn, string>
}

declare module 'use-intl' {
  interface AppConfig {
    Locale: ContractLocale
    Messages: typeof en & ContractTexts
  }
}
