import type { Reward } from '@artel/contract/ledger/rewards'
import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useAction, useCall } from '../../api/cache/query.ts'
import { refreshAfter } from '../../api/cache/refresh.ts'
import { ApiFailure } from '../../api/send/failure.ts'
import { isStale, judgeTogether } from '../../forms/save/judge-together.ts'
import { DialogButtons, DialogText, TakingButtons } from '../../ui/dialog/dialog-parts.tsx'
import { notify } from '../../ui/notices/notify.ts'
import { useWorthWords } from '../../ui/page/use-worth-words.ts'
import { coinFloor } from './reward-worth.ts'

type RewardRemovalProps = { reward: Reward; close: () => void; onEdit: () => void }

/** Asks before a reward is revoked. If its coins are already spent, says so and offers the other options. */
export function RewardRemoval({ reward, close, onEdit }: RewardRemovalProps) {
  const t = useTranslations('rewards')
  const { data } = useCall('users.get', { params: { id: reward.user_id } })
  const left = data?.user.coins ?? reward.coins
  const takeBack = useTakeBack(reward, close)
  const isSpent = left < reward.coins
  const edit = () => {
    close()
    onEdit()
  }
  if (isSpent) {
    return (
      <>
        <SpentText reward={reward} left={left} />
        <DialogButtons>
          <Button variant="subtle" color="gray" onClick={close}>
            {t('keepReward')}
          </Button>
          <Button data-autofocus onClick={edit}>
            {t('edit')}
          </Button>
        </DialogButtons>
      </>
    )
  }
  return (
    <>
      <TakenText reward={reward} />
      <TakingButtons
        keepLabel={t('keepReward')}
        onKeep={close}
        takeLabel={t('takeBack')}
        onTake={takeBack.run}
        isBusy={takeBack.isPending}
      />
    </>
  )
}

function useTakeBack(reward: Reward, close: () => void) {
  const { user } = reward
  const t = useTranslations('rewards')
  const forms = useTranslations('forms')
  const words = useWorthWords()
  const { mutateAsync, isPending } = useAction('rewards.remove', {
    onSuccess: () => {
      close()
      notify({ text: t('takenBack', { name: user.full_name }), tone: 'ok' })
    },
    onFailure: (failure) => {
      // The coins may have been spent just now.
      // The refetch shows the question again with the present balance.
      void refreshAfter('rewards.remove')
      const isSpent = failure instanceof ApiFailure && failure.code === 'insufficient_coins'
      const isTold = isSpent || isStale(failure)
      if (!isTold) notify({ text: failure.message || forms('notSent'), tone: 'bad' })
    },
  })
  const judgement = {
    base: reward,
    send: ({ id, version }: Reward) => mutateAsync({ params: { id }, body: { version } }),
    factsOf: (shown: Reward) => [{ label: t('worth'), value: words(shown) || '—' }],
    titleOf: () => t('judgedTitle', { name: user.full_name }),
    submitLabel: t('takeBack'),
    isOpen: ({ can }: Reward) => can.delete,
  }
  // The failure was already reported above.
  const run = () =>
    void judgeTogether(judgement).then(
      (answer) => answer === null && close(),
      () => undefined,
    )
  return { run, isPending }
}

function TakenText({ reward }: { reward: Reward }) {
  const t = useTranslations('rewards')
  const worth = useWorthWords()(reward)
  const name = reward.user.full_name
  return (
    <DialogText>
      {worth === '' ? t('takeBackNothing', { name }) : t('takeBackText', { name, worth })}
    </DialogText>
  )
}

function SpentText({ reward, left }: { reward: Reward; left: number }) {
  const t = useTranslations('rewards')
  const ui = useTranslations('ui')
  const brought = ui('coins', { count: reward.coins })
  return (
    <>
      <DialogText>{t('spentText', { name: reward.user.full_name, brought, left })}</DialogText>
      <DialogText>{t('spentAdvice', { floor: coinFloor(reward.coins, left) })}</DialogText>
    </>
  )
}
