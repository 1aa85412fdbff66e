import { Checkbox } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useMediaAddress } from '../../../api/send/media.ts'
import { MoneyField } from '../../../forms/fields/number-fields.tsx'
import { Money } from '../../../ui/figures/figures.tsx'
import { PersonName } from '../../../ui/marks/avatar.tsx'
import { Tag } from '../../../ui/marks/tag.tsx'
import type { Recipient } from '../post/use-recipients.ts'
import { pickedAmount, togglePick } from './payout-picks.ts'
import classes from './payout-run.module.css'
import type { usePayout } from './use-payout.ts'

/** A person with a balance: whether they are picked, and the amount. */
export function PayoutRow({ person, run }: { person: Recipient; run: ReturnType<typeof usePayout> }) {
  const t = useTranslations('ledger')
  const address = useMediaAddress()
  const { id, full_name, avatar, status, money } = person
  const isPicked = run.picks.has(id)
  return (
    <li className={classes.row} data-picked={isPicked || undefined}>
      <Checkbox
        size="sm"
        className={classes.person ?? ''}
        label={
          <span className={classes.name}>
            <PersonName id={id} name={full_name} src={address(avatar)} size={28} />
            {status === 'archived' && <Tag>{t('payoutArchived')}</Tag>}
          </span>
        }
        checked={isPicked}
        onChange={() => run.pick(togglePick(run.picks, id))}
      />
      <span className={classes.balance}>
        <span className={classes.quiet}>{t('payoutHas')}</span> <Money value={money} kopecks="always" />
      </span>
      {isPicked && (
        <span className={classes.amount}>
          <MoneyField
            name={`amount.${id}`}
            label={t('payoutAmount', { name: full_name })}
            value={pickedAmount(run.picks, person)}
            error={run.errorOf(id)}
            onChange={(amount) => run.setAmount(id, amount)}
          />
        </span>
      )}
    </li>
  )
}
