import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { usePageTitle } from '../../../i18n/page-title.ts'
import { Sheet } from '../../../ui/dialog/sheet.tsx'
import { PageHeader } from '../../../ui/page/page-header.tsx'
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
