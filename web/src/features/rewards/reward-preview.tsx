import type { Reward } from '@artel/contract/ledger/rewards'
import { useTranslations } from 'use-intl'
import { useWorthWords, type Worth } from '../../ui/page/use-worth-words.ts'
import classes from './reward-parts.module.css'
import { differenceOf } from './reward-worth.ts'

/** What a reward to this number of people will bring, shown before it is given. */
export function GivePreview({ people, worth }: { people: number; worth: Worth }) {
  const t = useTranslations('rewards')
  const words = useWorthWords()
  const each = words(worth)
  const total = words({ money: worth.money * people, coins: worth.coins * people })
  const text =
    each === ''
      ? t('previewNothing')
      : people > 1
        ? t('previewMany', { count: people, worth: each, total })
        : t('previewOne', { worth: each })
  return <Preview text={text} />
}

/** What an edit will post. */
export function EditPreview({ before, after }: { before: Reward; after: Worth }) {
  const t = useTranslations('rewards')
  const words = useWorthWords()
  const difference = differenceOf(before, after)
  if (!before.can.edit_worth) return <Preview text={t('worthReversed')} />
  const [more, less] = [words(difference.more), words(difference.less)]
  if (more === '' && less === '') return <Preview text={t('postsNothing')} />
  if (more === '') return <Preview text={t('less', { less })} />
  return <Preview text={less === '' ? t('more', { more }) : t('moreAndLess', { more, less })} />
}

function Preview({ text }: { text: string }) {
  return (
    <p className={classes.preview} role="status">
      {text}
    </p>
  )
}
