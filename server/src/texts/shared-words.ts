import { supplyWordsEn } from '@artel/contract/supplies.words.en'
import { supplyWordsRu } from '@artel/contract/supplies.words.ru'

const en = {
  supplies: supplyWordsEn,
}
const ru: typeof en = {
  supplies: supplyWordsRu,
}

/** Words that screens and files share, by the namespaces of the web. */
export const sharedWords = { en, ru }

type KeysIn<Namespaces> = {
  [Namespace in keyof Namespaces & string]: `${Namespace}.${keyof Namespaces[Namespace] & string}`
}[keyof Namespaces & string]

export type SharedKey = KeysIn<typeof en>
