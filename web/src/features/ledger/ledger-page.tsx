import type { Ledger } from '@artel/contract/ledger.line'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useUser } from '../../api/session.ts'
import { usePageTitle } from '../../i18n/page-title.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { PageTabs } from '../../ui/page-tabs.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { LedgerList } from './ledger-list.tsx'

export const MoneyPage = () => <LedgerPage ledger="money" />
export const CoinsPage = () => <LedgerPage ledger="coins" />

/** A ledger of everybody; for staff their own. */
function LedgerPage({ ledger }: { ledger: Ledger }) {
  const t = useTranslations('ledger')
  const { id, type } = useUser()
  const isStaff = type === 'staff'
  usePageTitle(t(ledger))
  return (
    <Sheet fill>
      <PageHeader title={t(ledger)} />
      {isStaff && <OwnLedgers open={ledger} />}
      <LedgerList key={ledger} ledger={ledger} {...(isStaff && { userId: id })} />
    </Sheet>
  )
}

/** On a phone staff have no menu that leads to both. */
function OwnLedgers({ open }: { open: Ledger }) {
  const t = useTranslations('ledger')
  return (
    <PageTabs label={t('ledgers')} open={open}>
      <Link to="/money">{t('money')}</Link>
      <Link to="/coins">{t('coins')}</Link>
    </PageTabs>
  )
}
