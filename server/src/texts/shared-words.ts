import { leagueWordsEn } from '@artel/contract/achievements/achievements.words.en'
import { leagueWordsRu } from '@artel/contract/achievements/achievements.words.ru'
import { auditEntryWordsEn } from '@artel/contract/audit/audit.words.en'
import { auditEntryWordsRu } from '@artel/contract/audit/audit.words.ru'
import { shiftWordsEn } from '@artel/contract/hours/hours.words.en'
import { shiftWordsRu } from '@artel/contract/hours/hours.words.ru'
import { importWordsEn } from '@artel/contract/imports/imports.words.en'
import { importWordsRu } from '@artel/contract/imports/imports.words.ru'
import { ledgerWordsEn } from '@artel/contract/ledger/ledger.words.en'
import { ledgerWordsRu } from '@artel/contract/ledger/ledger.words.ru'
import { legalEntityWordsEn } from '@artel/contract/legal-entities/legal-entities.words.en'
import { legalEntityWordsRu } from '@artel/contract/legal-entities/legal-entities.words.ru'
import { moySkladItemWordsEn } from '@artel/contract/moysklad/moysklad.items.words.en'
import { moySkladItemWordsRu } from '@artel/contract/moysklad/moysklad.items.words.ru'
import { moySkladWordsEn } from '@artel/contract/moysklad/moysklad.words.en'
import { moySkladWordsRu } from '@artel/contract/moysklad/moysklad.words.ru'
import { orderWordsEn } from '@artel/contract/orders/orders.words.en'
import { orderWordsRu } from '@artel/contract/orders/orders.words.ru'
import { printWordsEn } from '@artel/contract/printers/printers.words.en'
import { printWordsRu } from '@artel/contract/printers/printers.words.ru'
import { pushWordsEn } from '@artel/contract/pushes/pushes.words.en'
import { pushWordsRu } from '@artel/contract/pushes/pushes.words.ru'
import { statsWordsEn } from '@artel/contract/stats/stats.words.en'
import { statsWordsRu } from '@artel/contract/stats/stats.words.ru'
import { supplyWordsEn } from '@artel/contract/supplies/supplies.words.en'
import { supplyWordsRu } from '@artel/contract/supplies/supplies.words.ru'
import { taskWordsEn } from '@artel/contract/tasks/tasks.words.en'
import { taskWordsRu } from '@artel/contract/tasks/tasks.words.ru'
import { userWordsEn } from '@artel/contract/users/users.words.en'
import { userWordsRu } from '@artel/contract/users/users.words.ru'

const en = {
  audit: auditEntryWordsEn,
  imports: importWordsEn,
  ledger: ledgerWordsEn,
  legalEntities: legalEntityWordsEn,
  merits: leagueWordsEn,
  moySklad: moySkladWordsEn,
  moySkladItems: moySkladItemWordsEn,
  orders: orderWordsEn,
  printing: printWordsEn,
  pushes: pushWordsEn,
  shifts: shiftWordsEn,
  stats: statsWordsEn,
  supplies: supplyWordsEn,
  tasks: taskWordsEn,
  users: userWordsEn,
}
const ru: typeof en = {
  audit: auditEntryWordsRu,
  imports: importWordsRu,
  ledger: ledgerWordsRu,
  legalEntities: legalEntityWordsRu,
  merits: leagueWordsRu,
  moySklad: moySkladWordsRu,
  moySkladItems: moySkladItemWordsRu,
  orders: orderWordsRu,
  printing: printWordsRu,
  pushes: pushWordsRu,
  shifts: shiftWordsRu,
  stats: statsWordsRu,
  supplies: supplyWordsRu,
  tasks: taskWordsRu,
  users: userWordsRu,
}

/** Words that screens and files share, by the namespaces of the web. */
export const sharedWords = { en, ru }

type KeysIn<Namespaces> = {
  [Namespace in keyof Namespaces & string]: `${Namespace}.${keyof Namespaces[Namespace] & string}`
}[keyof Namespaces & string]

export type SharedKey = KeysIn<typeof en>
