import type { Reward } from '@artel/contract/ledger/rewards'
import { Button, MenuItem } from '@mantine/core'
import { IconArrowBackUp, IconPencil } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { MoreMenu } from '../../ui/popup/more-menu.tsx'
import { useRewardDialogs } from './use-reward-dialogs.tsx'

const icon = { size: 16, stroke: 1.8 } as const

/** The actions this person may take on a reward, in its row. */
export function RewardMenu({ reward }: { reward: Reward }) {
  const t = useTranslations('rewards')
  const { edit, remove } = useRewardDialogs()
  const { can, title, user } = reward
  if (!can.edit && !can.delete) return null
  return (
    <MoreMenu label={t('moreOf', { title, name: user.full_name })}>
      {can.edit && (
        <MenuItem leftSection={<IconPencil {...icon} />} onClick={() => edit(reward)}>
          {t('edit')}
        </MenuItem>
      )}
      {can.delete && (
        <MenuItem leftSection={<IconArrowBackUp {...icon} />} color="red" onClick={() => remove(reward)}>
          {t('takeBack')}
        </MenuItem>
      )}
    </MoreMenu>
  )
}

/** The same actions as visible buttons, for the full view of a reward. */
export function RewardButtons({ reward }: { reward: Reward }) {
  const t = useTranslations('rewards')
  const { edit, remove } = useRewardDialogs()
  const { can } = reward
  return (
    <>
      {can.edit && (
        <Button variant="default" leftSection={<IconPencil {...icon} />} onClick={() => edit(reward)}>
          {t('edit')}
        </Button>
      )}
      {can.delete && (
        <Button variant="subtle" color="gray" onClick={() => remove(reward)}>
          {t('takeBack')}
        </Button>
      )}
    </>
  )
}
