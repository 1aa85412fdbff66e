import { ActionIcon, Button, Modal } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { IconListNumbers } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import classes from './many-tasks.module.css'

const ManyTasksForm = lazy(async () => ({ default: (await import('./many-tasks-form.tsx')).ManyTasksForm }))

/** Opens the sheet on which many tasks are written at once. It stands in the page, so it goes with it. */
export function ManyTasksButton() {
  const t = useTranslations('manyTasks')
  const isPhone = useMediaQuery('(max-width: 700px)', undefined, { getInitialValueInEffect: false })
  const [isOpen, { open, close }] = useDisclosure(false)
  return (
    <>
      {isPhone ? (
        <ActionIcon variant="default" size={44} aria-label={t('open')} title={t('open')} onClick={open}>
          <IconListNumbers size={20} stroke={1.6} />
        </ActionIcon>
      ) : (
        <Button variant="default" leftSection={<IconListNumbers size={16} stroke={1.8} />} onClick={open}>
          {t('open')}
        </Button>
      )}
      {/* What was typed is not lost by a slip: the form asks before it closes. */}
      <Modal
        opened={isOpen}
        onClose={close}
        title={t('title')}
        fullScreen
        radius={0}
        classNames={{ content: classes.content ?? '', body: classes.body ?? '' }}
        withCloseButton={false}
        closeOnEscape={false}
      >
        <Suspense fallback={<SkeletonRows rows={8} height={44} />}>
          <ManyTasksForm close={close} isPhone={isPhone} />
        </Suspense>
      </Modal>
    </>
  )
}
