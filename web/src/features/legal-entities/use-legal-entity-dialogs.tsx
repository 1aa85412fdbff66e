import type { LegalEntity } from '@artel/contract/legal-entities'
import { modals } from '@mantine/modals'
import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { SkeletonRows } from '../../ui/skeleton.tsx'

// The list shows at once; the forms come when they are first opened.
const NewLegalEntityForm = lazy(async () => ({
  default: (await import('./legal-entity-form.tsx')).NewLegalEntityForm,
}))
const EditLegalEntityForm = lazy(async () => ({
  default: (await import('./legal-entity-form.tsx')).EditLegalEntityForm,
}))

const waiting = <SkeletonRows rows={6} height={60} cells={[{ kind: 'text' }]} />

/** Opens the dialogs that make and change a legal entity. */
export function useLegalEntityDialogs() {
  const t = useTranslations('legalEntities')
  const open = (title: string, form: (close: () => void) => React.ReactNode) => {
    const dialog = modals.open({
      title,
      size: 528,
      // What was typed is not lost by a slip beside the dialog; Esc and the button close it.
      closeOnClickOutside: false,
      children: <Suspense fallback={waiting}>{form(() => modals.close(dialog))}</Suspense>,
    })
  }
  return {
    create: () => open(t('newTitle'), (close) => <NewLegalEntityForm close={close} />),
    edit: (entity: LegalEntity) =>
      open(entity.name, (close) => <EditLegalEntityForm entity={entity} close={close} />),
  }
}
