import type { legalEntityWordsEn } from './legal-entities.words.en.ts'

export const legalEntityWordsRu: typeof legalEntityWordsEn = {
  type_company: 'Компания',
  type_entrepreneur: 'Предприниматель',
  type_self_employed: 'Самозанятый',
}
