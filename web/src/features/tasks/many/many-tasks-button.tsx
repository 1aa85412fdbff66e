import { ActionIcon, Button } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { IconListNumbers } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { FromFirstOpen } from '../../../ui/states/from-first-open.tsx'
import { lazyPart } from '../../../ui/states/lazy-part.ts'

const ManyTasksSheet = lazyPart(async () => (await import('./many-tasks-sheet.tsx')).ManyTasksSheet)

/**
 * Opens the sheet for entering many tasks at once.
 * The page renders the sheet, so leaving the page removes it.
 */
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
      <FromFirstOpen isOpen={isOpen}>
        <ManyTasksSheet isOpen={isOpen} onClose={close} isPhone={isPhone} />
      </FromFirstOpen>
    </>
  )
}
