import { UnstyledButton } from '@mantine/core'
import { IconBellRinging } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useAddressWord } from '../../api/list/address-word.ts'
import { usePageTitle } from '../../i18n/page-title.ts'
import { Sheet } from '../../ui/dialog/sheet.tsx'
import { CreateButton } from '../../ui/list/create-button.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { PageTabs } from '../../ui/page/page-tabs.tsx'
import { AutomaticList } from './automatic-list.tsx'
import { PushList } from './push-list.tsx'
import { usePushDialogs } from './use-push-dialogs.tsx'

const parts = ['written', 'automatic'] as const

/** The written pushes with their delivery, and the automatic pushes. */
export function PushPage() {
  const t = useTranslations('pushes')
  usePageTitle(t('title'))
  const { write } = usePushDialogs()
  const [part, choose] = useAddressWord('part', parts, 'written')
  return (
    <Sheet fill>
      <PageHeader
        title={t('title')}
        actions={<CreateButton label={t('write')} icon={IconBellRinging} onClick={() => write()} />}
      />
      <PageTabs label={t('parts')} open={part}>
        {parts.map((one) => (
          <UnstyledButton
            key={one}
            aria-current={one === part ? 'true' : undefined}
            onClick={() => choose(one)}
          >
            {t(`part_${one}`)}
          </UnstyledButton>
        ))}
      </PageTabs>
      {part === 'written' ? <PushList /> : <AutomaticList />}
    </Sheet>
  )
}
