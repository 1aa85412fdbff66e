import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { usePageTitle } from '../../../i18n/page-title.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { NewSupplyForm } from './supply-forms.tsx'

export function SupplyCreatePage() {
  const t = useTranslations('supplies')
  usePageTitle(t('newTitle'))
  return (
    <Sheet>
      <PageHeader
        title={t('newTitle')}
        breadcrumbs={[{ key: 'supplies', link: <Link to="/supplies">{t('title')}</Link> }]}
      />
      <NewSupplyForm />
    </Sheet>
  )
}
