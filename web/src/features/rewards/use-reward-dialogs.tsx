import type { Reward } from '@artel/contract/ledger/rewards'
import { useTranslations } from 'use-intl'
import { openDialog } from '../../ui/dialog/open-dialog.tsx'
import { lazyPart } from '../../ui/states/lazy-part.ts'
import { SkeletonRows } from '../../ui/states/skeleton.tsx'

// Lazy, because the list is shown at once and the forms only later.
const GiveForm = lazyPart(async () => (await import('./reward-forms.tsx')).GiveForm)
const EditForm = lazyPart(async () => (await import('./reward-forms.tsx')).EditRewardForm)
const Removal = lazyPart(async () => (await import('./reward-removal.tsx')).RewardRemoval)

const waiting = <SkeletonRows rows={4} height={60} cells={[{ kind: 'text' }]} />
const look = { isForm: true, size: 528, waiting } as const

export type Rewarded = { id: number; full_name: string }

/** Opens the dialogs that give, edit and revoke a reward. */
export function useRewardDialogs() {
  const t = useTranslations('rewards')
  const edit = (reward: Reward) =>
    openDialog(
      t('editTitle', { name: reward.user.full_name }),
      (close) => <EditForm reward={reward} close={close} />,
      look,
    )
  return {
    /** `person`: preselected on a person's page. */
    give: (person: Rewarded | null = null) =>
      openDialog(
        person ? t('giveTo', { name: person.full_name }) : t('giveTitle'),
        (close) => <GiveForm person={person} close={close} />,
        look,
      ),
    edit,
    remove: (reward: Reward) =>
      openDialog(
        t('takeBackTitle', { title: reward.title }),
        (close) => <Removal reward={reward} close={close} onEdit={() => edit(reward)} />,
        { size: 440, waiting },
      ),
  }
}
