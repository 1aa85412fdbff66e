import type { Ledger } from '@artel/contract/ledger/ledger.line'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useAddressNumber } from '../../../api/list/address-number.ts'
import { useUser } from '../../../api/session/session.ts'
import { usePageTitle } from '../../../i18n/page-title.ts'
import { Sheet } from '../../../ui/dialog/sheet.tsx'
import { PageHeader } from '../../../ui/page/page-header.tsx'
import { PageTabs } from '../../../ui/page/page-tabs.tsx'
import { FromFirstOpen } from '../../../ui/states/from-first-open.tsx'
import { lazyPart } from '../../../ui/states/lazy-part.ts'
import { PostButton } from '../ledger-buttons.tsx'
import { PayoutButton } from '../payout/payout-button.tsx'
import { LedgerCheckLine } from './ledger-check.tsx'
import { LedgerList } from './ledger-list.tsx'

const PayoutSheet = lazyPart(async () => (await import('../payout/payout-sheet.tsx')).PayoutSheet)

export const MoneyPage = () => <LedgerPage ledger="money" />
export const CoinsPage = () => <LedgerPage ledger="coins" />

/** A ledger of all people; staff see only their own entries. */
function LedgerPage({ ledger }: { ledger: Ledger }) {
  const t = useTranslations('ledger')
  const { id, type } = useUser()
  const isStaff = type === 'staff'
  usePageTitle(t(ledger))
  return (
    <Sheet fill>
      <PageHeader title={t(ledger)} {...(!isStaff && { actions: <Actions ledger={ledger} /> })} />
      {isStaff && <OwnLedgers open={ledger} />}
      {type === 'owner' && ledger === 'money' && <LedgerCheckLine />}
      <LedgerList key={ledger} ledger={ledger} {...(isStaff && { userId: id, isByMonth: true })} />
    </Sheet>
  )
}

function Actions({ ledger }: { ledger: Ledger }) {
  const [sheet, openSheet] = useAddressNumber('sheet')
  return (
    <>
      {ledger === 'money' && (
        <>
          <PayoutButton onDone={openSheet} />
          <FromFirstOpen isOpen={sheet !== null}>
            <PayoutSheet posting={sheet} onClose={() => openSheet(null)} />
          </FromFirstOpen>
        </>
      )}
      <PostButton ledger={ledger} />
    </>
  )
}

/** On a phone staff have no menu with links to both ledgers. */
function OwnLedgers({ open }: { open: Ledger }) {
  const t = useTranslations('ledger')
  return (
    <PageTabs label={t('ledgers')} open={open}>
      <Link to="/money">{t('money')}</Link>
      <Link to="/coins">{t('coins')}</Link>
    </PageTabs>
  )
}
