import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { usePageTitle } from '../../../i18n/page-title.ts'
import { Sheet } from '../../../ui/dialog/sheet.tsx'
import { PageHeader } from '../../../ui/page/page-header.tsx'
import { NewInstructionForm } from './instruction-forms.tsx'

/** A new instruction. */
export function InstructionCreatePage() {
  const t = useTranslations('instructions')
  usePageTitle(t('newTitle'))
  return (
    <Sheet>
      <PageHeader
        title={t('newTitle')}
        breadcrumbs={[{ key: 'instructions', link: <Link to="/instructions">{t('title')}</Link> }]}
      />
      <NewInstructionForm />
    </Sheet>
  )
}
