import { leagueWordsEn } from '@artel/contract/achievements.words.en'
import { leagueWordsRu } from '@artel/contract/achievements.words.ru'
import { statsWordsEn } from '@artel/contract/stats.words.en'
import { statsWordsRu } from '@artel/contract/stats.words.ru'
import { supplyWordsEn } from '@artel/contract/supplies.words.en'
import { supplyWordsRu } from '@artel/contract/supplies.words.ru'
import { taskWordsEn } from '@artel/contract/tasks.words.en'
import { taskWordsRu } from '@artel/contract/tasks.words.ru'
import { userWordsEn } from '@artel/contract/users.words.en'
import { userWordsRu } from '@artel/contract/users.words.ru'

const en = {
  merits: leagueWordsEn,
  stats: statsWordsEn,
  supplies: supplyWordsEn,
  tasks: taskWordsEn,
  users: userWordsEn,
}
const ru: typeof en = {
  merits: leagueWordsRu,
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
