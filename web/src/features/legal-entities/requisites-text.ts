import type { LegalEntity } from '@artel/contract/legal-entities/legal-entities'
import type { legalEntitiesEn } from './legal-entities.en.ts'

type Label = (key: keyof typeof legalEntitiesEn) => string

/** The requisites as text for a letter or a contract: one line each, empty ones left out. */
export function requisitesText(entity: LegalEntity, t: Label): string {
  const isCompany = entity.type === 'company'
  const lines: [string, string | null][] = [
    [t('inn'), entity.inn],
    [t('kpp'), entity.kpp],
    [t(isCompany ? 'ogrn' : 'ogrnip'), entity.ogrn],
    [t(isCompany ? 'legalAddress' : 'registeredAddress'), entity.legal_address],
    [t('address'), entity.address],
    [t('bankName'), entity.bank_name],
    [t('bik'), entity.bik],
    [t('account'), entity.account],
    [t('corrAccount'), entity.corr_account],
    [t('director'), entity.director],
    [t('phone'), entity.phone],
    [t('email'), entity.email],
  ]
  const filled = lines.filter(([, value]) => value !== null)
  return [entity.full_name ?? entity.name, ...filled.map(([label, value]) => `${label}: ${value}`)].join('\n')
}
