import { useTranslations } from 'use-intl'
import { FullScreenDialog } from '../../../ui/dialog/full-screen-dialog.tsx'
import { LazyBoundary } from '../../../ui/states/lazy-boundary.tsx'
import { lazyPart } from '../../../ui/states/lazy-part.ts'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'

const ManyTasksForm = lazyPart(async () => (await import('./many-tasks-form.tsx')).ManyTasksForm)

type ManyTasksSheetProps = { isOpen: boolean; onClose: () => void; isPhone: boolean }

/** The sheet for entering many tasks at once. Closing it does not lose input, because the form asks first. */
export function ManyTasksSheet({ isOpen, onClose, isPhone }: ManyTasksSheetProps) {
  const t = useTranslations('manyTasks')
  return (
    <FullScreenDialog
      opened={isOpen}
      onClose={onClose}
      title={t('title')}
      withCloseButton={false}
      closeOnEscape={false}
    >
      <LazyBoundary fallback={<SkeletonRows rows={8} height={44} />}>
        <ManyTasksForm close={onClose} isPhone={isPhone} />
      </LazyBoundary>
    </FullScreenDialog>
  )
}
