import { Button, MenuItem } from '@mantine/core'
import {
  IconDownload,
  IconEye,
  IconEyeOff,
  IconHistory,
  IconPlus,
  IconTableImport,
  IconTrash,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useListFile } from '../../api/list/list-file.ts'
import type { InputOf } from '../../api/send/calls.ts'
import { inPageHeader, MoreMenu } from '../../ui/popup/more-menu.tsx'
import { useTextDialogs } from './use-text-dialogs.tsx'
import { useTextSteps } from './use-text-steps.ts'

type TextButtonsProps = { drafts: number; input: InputOf<'localizations.list'> }

const icon = { size: 16, stroke: 1.8 } as const

/** The actions on all texts together. */
export function TextButtons({ drafts, input }: TextButtonsProps) {
  const t = useTranslations('localizations')
  const navigate = useNavigate()
  const file = useListFile('localizations.list', input)
  const dialogs = useTextDialogs()
  const steps = useTextSteps()
  const Eye = steps.isPreview ? IconEyeOff : IconEye
  return (
    <>
      <MoreMenu label={t('more')} look={inPageHeader}>
        <MenuItem leftSection={<IconPlus {...icon} />} onClick={dialogs.add}>
          {t('add')}
        </MenuItem>
        <MenuItem leftSection={<Eye {...icon} />} onClick={() => steps.preview(!steps.isPreview)}>
          {t(steps.isPreview ? 'hideDrafts' : 'showDrafts')}
        </MenuItem>
        <MenuItem leftSection={<IconHistory {...icon} />} onClick={dialogs.publications}>
          {t('publications')}
        </MenuItem>
        <MenuItem
          leftSection={<IconTableImport {...icon} />}
          onClick={() => void navigate({ to: '/localizations-9f3c7a/import' })}
        >
          {t('import')}
        </MenuItem>
        <MenuItem leftSection={<IconDownload {...icon} />} onClick={() => file.start('xlsx')}>
          {t('export')}
        </MenuItem>
        {drafts > 0 && (
          <MenuItem
            color="red"
            leftSection={<IconTrash {...icon} />}
            onClick={() => void steps.discard(drafts)}
          >
            {t('discard')}
          </MenuItem>
        )}
      </MoreMenu>
      <Button disabled={drafts === 0} onClick={() => dialogs.publish(drafts)}>
        {t('publish', { count: drafts })}
      </Button>
    </>
  )
}
