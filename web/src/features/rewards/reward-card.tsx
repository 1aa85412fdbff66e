import type { Reward } from '@artel/contract/ledger/rewards'
import { DateText } from '../../ui/dates/date-text.tsx'
import { Coins, Money } from '../../ui/figures/figures.tsx'
import { CardFoot, TextCard } from '../../ui/page/text-card.tsx'
import { PersonLink } from '../users/users.tsx'
import { RewardMenu } from './reward-actions.tsx'
import classes from './reward-parts.module.css'

type RewardCardProps = {
  reward: Reward
  /** Shows the person. Not needed on the person's own page. */
  withPerson: boolean
  onOpen: () => void
}

/** A reward in the list on a phone. */
export function RewardCard({ reward, withPerson, onOpen }: RewardCardProps) {
  const { title, description, money, coins, user, created_at } = reward
  return (
    <TextCard title={title} text={description} onOpen={onOpen} menu={<RewardMenu reward={reward} />}>
      <CardFoot>
        {withPerson && <PersonLink person={user} />}
        <DateText value={created_at} withTime tone="quiet" />
        <span className={classes.worth}>
          {money !== 0 && <Money value={money} />}
          {coins !== 0 && <Coins value={coins} />}
        </span>
      </CardFoot>
    </TextCard>
  )
}
