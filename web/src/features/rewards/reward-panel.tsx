import type { Reward } from '@artel/contract/ledger/rewards'
import { Drawer } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useCall } from '../../api/cache/query.ts'
import { listErrorOf } from '../../api/send/failure.ts'
import { DateText } from '../../ui/dates/date-text.tsx'
import { isOnlyDialog } from '../../ui/dialog/only-dialog.ts'
import { Blank } from '../../ui/figures/figures.tsx'
import { Fact, Facts } from '../../ui/page/facts.tsx'
import { useLastShown } from '../../ui/states/last-shown.ts'
import { SkeletonRows } from '../../ui/states/skeleton.tsx'
import { ErrorState } from '../../ui/states/states.tsx'
import { SourceEntries } from '../ledger/ledger.tsx'
import { PersonLink } from '../users/users.tsx'
import { RewardButtons } from './reward-actions.tsx'
import classes from './reward-parts.module.css'

type RewardPanelProps = { rewardId: number | null; onClose: () => void }

/** A reward in full, beside the list. */
export function RewardPanel({ rewardId, onClose }: RewardPanelProps) {
  const t = useTranslations('rewards')
  const shown = useLastShown(rewardId)
  const { data, error, refetch } = useCall(
    'rewards.list',
    { query: { limit: 1 }, body: { ids: shown === null ? [] : [shown] } },
    { enabled: rewardId !== null, keepsAnswer: false },
  )
  const reward = data?.rewards[0]
  useClosing(reward, data !== undefined && reward === undefined, onClose)
  return (
    <Drawer
      opened={rewardId !== null}
      onClose={() => isOnlyDialog() && onClose()}
      position="right"
      size={460}
      title={reward?.title ?? t('title')}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {reward ? (
        <Whole reward={reward} />
      ) : data ? (
        <p className={classes.gone}>{t('gone')}</p>
      ) : error ? (
        <ErrorState {...listErrorOf(error, t('loadFailed'))} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={4} height={40} cells={[{ kind: 'text' }]} />
      )}
    </Drawer>
  )
}

/** Closes the panel when the shown reward is deleted. A link to a missing reward shows a message instead. */
function useClosing(reward: Reward | undefined, isGone: boolean, close: () => void) {
  const [seen, setSeen] = useState(reward !== undefined)
  if (reward !== undefined && !seen) setSeen(true)
  const isLost = seen && isGone
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each that is lost
  useEffect(() => {
    if (!isLost) return
    setSeen(false)
    close()
  }, [isLost])
}

function Whole({ reward }: { reward: Reward }) {
  const t = useTranslations('rewards')
  const { id, user, creator, created_at, description, money, coins } = reward
  const source = { source_type: 'reward', source_id: id } as const
  return (
    <div className={classes.whole}>
      {description !== '' && <p className={classes.description}>{description}</p>}
      <Facts>
        <Fact name={t('person')}>
          <PersonLink person={user} />
        </Fact>
        <Fact name={t('money')}>
          {money === 0 ? <Blank /> : <SourceEntries ledger="money" source={source} value={money} />}
        </Fact>
        <Fact name={t('coins')}>
          {coins === 0 ? <Blank /> : <SourceEntries ledger="coins" source={source} value={coins} />}
        </Fact>
        <Fact name={t('givenBy')}>
          <PersonLink person={creator} />
        </Fact>
        <Fact name={t('givenAt')}>
          <DateText value={created_at} withTime />
        </Fact>
      </Facts>
      <div className={classes.buttons}>
        <RewardButtons reward={reward} />
      </div>
    </div>
  )
}
