import type { Supply } from '@artel/contract/supplies/supplies'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { usePageTitle } from '../../../i18n/page-title.ts'
import { Sheet } from '../../../ui/dialog/sheet.tsx'
import { PageHeader } from '../../../ui/page/page-header.tsx'
import { SupplyGate } from '../packing/supply-gate.tsx'
import { EditSupplyForm } from './supply-forms.tsx'

export function SupplyEditPage() {
  return <SupplyGate>{(supply) => <EditSheet key={supply.id} supply={supply} />}</SupplyGate>
}

function EditSheet({ supply }: { supply: Supply }) {
  const t = useTranslations('supplies')
  const { id, number } = supply
  usePageTitle(t('editTitle', { number }))
  const all = { key: 'supplies', link: <Link to="/supplies">{t('title')}</Link> }
  const one = {
    key: 'supply',
    link: (
      <Link to="/supply/$id" params={{ id: String(id) }}>
        {t('one', { number })}
      </Link>
    ),
  }
  return (
    <Sheet>
      <PageHeader title={t('editTitle', { number })} breadcrumbs={[all, one]} />
      <EditSupplyForm supply={supply} />
    </Sheet>
  )
}
