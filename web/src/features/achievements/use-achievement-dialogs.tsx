import type { Achievement } from '@artel/contract/achievements/achievements'
import { useTranslations } from 'use-intl'
import { openDialog } from '../../ui/dialog/open-dialog.tsx'
import { lazyPart } from '../../ui/states/lazy-part.ts'
import { SkeletonRows } from '../../ui/states/skeleton.tsx'

// Lazy, because the page is shown at once and the forms only later.
const GiveForm = lazyPart(async () => (await import('./give-form.tsx')).GiveForm)
const Revocation = lazyPart(async () => (await import('./revocation.tsx')).Revocation)

const waiting = <SkeletonRows rows={3} height={60} cells={[{ kind: 'text' }]} />
const look = { isForm: true, size: 480, waiting } as const

export type Achiever = { id: number; full_name: string }

/** Opens the dialogs that give and revoke an achievement. */
export function useAchievementDialogs() {
  const t = useTranslations('achievements')
  const names = useTranslations('achievementNames')
  return {
    give: (person: Achiever) =>
      openDialog(
        t('giveTitle', { name: person.full_name }),
        (close) => <GiveForm person={person} close={close} />,
        look,
      ),
    revoke: (given: Achievement) =>
      openDialog(
        t('revokeTitle', { achievement: names(given.achievement) }),
        (close) => <Revocation given={given} close={close} />,
        look,
      ),
  }
}
