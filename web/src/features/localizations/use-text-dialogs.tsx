import { useTranslations } from 'use-intl'
import { openDialog } from '../../ui/dialog/open-dialog.tsx'
import { PublicationList } from './publishing/publication-list.tsx'
import { PublishDrafts } from './publishing/publish-drafts.tsx'
import { TextAddForm } from './text-add-form.tsx'

/** Opens the dialogs about texts. */
export function useTextDialogs() {
  const t = useTranslations('localizations')
  return {
    publish: (count: number) =>
      openDialog(t('publishTitle', { count }), (close) => <PublishDrafts onDone={close} />, { size: 620 }),
    publications: () => openDialog(t('publicationsTitle'), () => <PublicationList />, { size: 520 }),
    add: () =>
      openDialog(t('addTitle'), (close) => <TextAddForm close={close} />, { isForm: true, size: 520 }),
  }
}
