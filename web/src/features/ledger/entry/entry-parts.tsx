import type { AchievementCode } from '@artel/contract/company/company.line'
import type { Entry } from '@artel/contract/ledger/ledger'
import type { EntryKind, Ledger } from '@artel/contract/ledger/ledger.line'
import {
  IconAdjustmentsHorizontal,
  IconAlertTriangle,
  IconArrowBackUp,
  IconArrowUpRight,
  IconAward,
  IconChecklist,
  IconGift,
  IconHexagon,
  IconReceiptRefund,
  IconShoppingBag,
  type TablerIcon,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import clsx from 'clsx'
import { useTranslations } from 'use-intl'
import { Blank, Coins, Money } from '../../../ui/figures/figures.tsx'
import { Tag } from '../../../ui/marks/tag.tsx'
import { TwoLines } from '../../../ui/page/two-lines.tsx'
import { PersonLink } from '../../users/users.tsx'
import classes from './entry-parts.module.css'

type SumProps = { ledger: Ledger; value: number; look?: 'sum' | 'change' | 'balance' }

/** A sum in the unit of its ledger. A change has a sign. */
export function Sum({ ledger, value, look = 'sum' }: SumProps) {
  if (ledger === 'money') return <Money value={value} role={look} kopecks="always" />
  return <Coins value={value} sign={look === 'change'} emphasis={look === 'balance'} />
}

/** The amount of an entry; struck through if it was reversed. */
export function EntryAmount({ ledger, entry }: { ledger: Ledger; entry: Entry }) {
  return (
    <span className={clsx(classes.amount, entry.reversed_by_id !== null && classes.reversed)}>
      <Sum ledger={ledger} value={entry.amount} look="change" />
    </span>
  )
}

const kindIcons: Record<EntryKind, TablerIcon> = {
  task: IconChecklist,
  reward: IconAward,
  achievement: IconHexagon,
  bonus: IconGift,
  fine: IconAlertTriangle,
  payout: IconArrowUpRight,
  adjustment: IconAdjustmentsHorizontal,
  purchase: IconShoppingBag,
  refund: IconReceiptRefund,
  reversal: IconArrowBackUp,
}

export function EntryKindName({ kind }: { kind: EntryKind }) {
  const t = useTranslations('ledger')
  const Icon = kindIcons[kind]
  return (
    <span className={classes.kind}>
      <Icon size={16} stroke={1.8} className={kind === 'fine' ? classes.fine : classes.icon} />
      {t(`kind_${kind}`)}
    </span>
  )
}

/**
 * The reason of an entry: its task or reward as a link, and the comment. `isPlain`: the name without a link.
 */
export function EntryReason({ entry, isPlain = false }: { entry: Entry; isPlain?: boolean }) {
  const t = useTranslations('ledger')
  const { source, comment, reversed_by_id } = entry
  const isNamed = source !== null && source.title !== null
  return (
    <span className={classes.reason}>
      <TwoLines second={isNamed ? comment : null}>
        {isNamed ? (
          <SourceLink entry={entry} isPlain={isPlain} />
        ) : comment === null ? (
          <Blank />
        ) : (
          <span className={classes.line} title={comment}>
            {comment}
          </span>
        )}
      </TwoLines>
      {reversed_by_id !== null && <Tag>{t('reversedTag')}</Tag>}
    </span>
  )
}

/** A link to the source of an entry; a plain name if no page shows the source. */
export function SourceLink({
  entry: { source, user_id },
  isPlain = false,
}: {
  entry: Entry
  isPlain?: boolean
}) {
  const achievementName = useTranslations('achievementNames')
  if (!source || source.title === null) return null
  const { type, id } = source
  // For an achievement the server sends its code as the title.
  const title = type === 'achievement' ? achievementName(source.title as AchievementCode) : source.title
  if (isPlain) {
    return (
      <span className={classes.line} title={title}>
        {title}
      </span>
    )
  }
  if (type === 'task') {
    return (
      <Link to="/task/$id" params={{ id: String(id) }} className={classes.link} title={title}>
        {title}
      </Link>
    )
  }
  if (type === 'reward') {
    return (
      <Link
        to="/user/$id/rewards"
        params={{ id: String(user_id) }}
        search={{ reward: id }}
        className={classes.link}
        title={title}
      >
        {title}
      </Link>
    )
  }
  if (type === 'order') {
    const search = { order: id }
    return (
      <Link to="/orders" search={search} className={classes.link} title={title}>
        {title}
      </Link>
    )
  }
  if (type === 'achievement') {
    return (
      <Link
        to="/user/$id/achievements"
        params={{ id: String(user_id) }}
        className={classes.link}
        title={title}
      >
        {title}
      </Link>
    )
  }
  return <span className={classes.line}>{title}</span>
}

/** Who posted the entry by hand; says so if the product created it. */
export function EntryMaker({ creator }: Pick<Entry, 'creator'>) {
  const t = useTranslations('ledger')
  if (!creator) return <span className={classes.quiet}>{t('byItself')}</span>
  return <PersonLink person={creator} />
}
