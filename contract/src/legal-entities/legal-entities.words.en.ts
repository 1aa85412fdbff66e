import type { LegalEntityType } from './legal-entities.rules.ts'

/** Types of legal entities, on screens and in files. */
export const legalEntityWordsEn: Record<`type_${LegalEntityType}`, string> = {
  type_company: 'Company',
  type_entrepreneur: 'Entrepreneur',
  type_self_employed: 'Self-employed',
}
