import type { Ledger } from '@artel/contract/ledger/ledger.line'
import { useParams } from '@tanstack/react-router'
import { PostToUser } from '../ledger-buttons.tsx'
import { LedgerList } from '../list/ledger-list.tsx'

export const UserMoneyPage = () => <UserLedgerPage ledger="money" />
export const UserCoinsPage = () => <UserLedgerPage ledger="coins" />

/** A ledger of one person, in that person's folder. */
function UserLedgerPage({ ledger }: { ledger: Ledger }) {
  const { id = '' } = useParams({ strict: false })
  return (
    <LedgerList
      key={ledger}
      ledger={ledger}
      userId={Number(id)}
      isBalanceAbove
      isByMonth
      tools={<PostToUser ledger={ledger} userId={Number(id)} />}
    />
  )
}
