import { useTranslations } from 'use-intl'
import type { FieldWords } from '../../forms/save/stale-fields.ts'
import type { LegalEntityValues } from './legal-entity-values.ts'

/** The fields of the form with the texts that the conflict dialog uses for names and values. */
export function useLegalEntityWords(): Required<FieldWords<LegalEntityValues>> {
  const t = useTranslations('legalEntities')
  const text = (label: string) => ({ label, show: (value: string) => value || t('blank') })
  return {
    name: text(t('name')),
    full_name: text(t('fullName')),
    type: { label: t('type'), show: (type) => t(`type_${type}`) },
    inn: text(t('inn')),
    kpp: text(t('kpp')),
    ogrn: text(t('ogrn')),
    legal_address: text(t('legalAddress')),
    address: text(t('address')),
    phone: text(t('phone')),
    email: text(t('email')),
    director: text(t('director')),
    bank_name: text(t('bankName')),
    bik: text(t('bik')),
    account: text(t('account')),
    corr_account: text(t('corrAccount')),
    is_default: { label: t('isDefault'), show: (value) => t(value ? 'yes' : 'no') },
  }
}
