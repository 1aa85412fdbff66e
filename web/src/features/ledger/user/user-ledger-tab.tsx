import { useTranslations } from 'use-intl'

export function UserMoneyTab() {
  return useTranslations('ledger')('money')
}

export function UserCoinsTab() {
  return useTranslations('ledger')('coins')
}
