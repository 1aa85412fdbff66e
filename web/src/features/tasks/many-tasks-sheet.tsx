import { Modal } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import classes from './many-tasks.module.css'

const ManyTasksForm = lazy(async () => ({ default: (await import('./many-tasks-form.tsx')).ManyTasksForm }))

type ManyTasksSheetProps = { isOpen: boolean; onClose: () => void; isPhone: boolean }

/** The sheet on which many tasks are written at once. What was typed is not lost by a slip: the form asks first. */
export function ManyTasksSheet({ isOpen, onClose, isPhone }: ManyTasksSheetProps) {
  const t = useTranslations('manyTasks')
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t('title')}
      fullScreen
      radius={0}
      classNames={{ content: classes.content ?? '', body: classes.body ?? '' }}
      withCloseButton={false}
      closeOnEscape={false}
    >
      <Suspense fallback={<SkeletonRows rows={8} height={44} />}>
        <ManyTasksForm close={onClose} isPhone={isPhone} />
      </Suspense>
    </Modal>
  )
}
