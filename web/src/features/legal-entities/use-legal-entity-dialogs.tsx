import type { LegalEntity } from '@artel/contract/legal-entities/legal-entities'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { openDialog } from '../../ui/dialog/open-dialog.tsx'
import { lazyPart } from '../../ui/states/lazy-part.ts'
import { SkeletonRows } from '../../ui/states/skeleton.tsx'

// Lazy, because the list is shown at once and the forms only later.
const NewLegalEntityForm = lazyPart(async () => (await import('./legal-entity-form.tsx')).NewLegalEntityForm)
const EditLegalEntityForm = lazyPart(
  async () => (await import('./legal-entity-form.tsx')).EditLegalEntityForm,
)

const waiting = <SkeletonRows rows={6} height={60} cells={[{ kind: 'text' }]} />

/** Opens the dialogs that create and edit a legal entity. */
export function useLegalEntityDialogs() {
  const t = useTranslations('legalEntities')
  const open = (title: string, form: (close: () => void) => ReactNode) =>
    openDialog(title, form, { isForm: true, size: 528, waiting })
  return {
    create: () => open(t('newTitle'), (close) => <NewLegalEntityForm close={close} />),
    edit: (entity: LegalEntity) =>
      open(entity.name, (close) => <EditLegalEntityForm entity={entity} close={close} />),
  }
}
