import type { View } from '@artel/contract/views/views'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { openDialog } from '../../ui/dialog/open-dialog.tsx'
import { lazyPart } from '../../ui/states/lazy-part.ts'
import { SkeletonRows } from '../../ui/states/skeleton.tsx'
import type { ListViews } from './use-list-views.ts'

// Lazy, because lists are read far more often than views are saved.
const NewViewForm = lazyPart(async () => (await import('./view-forms.tsx')).NewViewForm)
const RenameViewForm = lazyPart(async () => (await import('./view-forms.tsx')).RenameViewForm)

const waiting = <SkeletonRows rows={2} height={60} cells={[{ kind: 'text' }]} />

/** Opens the dialogs that save and rename a view. */
export function useViewDialogs(views: ListViews) {
  const t = useTranslations('views')
  const open = (title: string, form: (close: () => void) => ReactNode) => openDialog(title, form, { waiting })
  return {
    keep: () => open(t('keepTitle'), (close) => <NewViewForm views={views} close={close} />),
    rename: (view: View) => open(t('renameTitle'), (close) => <RenameViewForm view={view} close={close} />),
  }
}
