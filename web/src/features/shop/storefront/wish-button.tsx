import { ActionIcon } from '@mantine/core'
import { IconHeart } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import classes from '../shop-parts.module.css'
import type { Offer } from '../use-offer-words.ts'
import { useWish } from './use-wish.ts'

/** A heart button, filled if the person wishes the item. */
export function WishButton({ item }: { item: Offer }) {
  const t = useTranslations('shop')
  const { toggle, isBusy } = useWish(item)
  const label = t('wish', { name: item.name })
  return (
    <ActionIcon
      className={classes.wish ?? ''}
      variant="default"
      size="lg"
      aria-label={label}
      aria-pressed={item.is_wished}
      title={t(item.is_wished ? 'unwishHint' : 'wishHint')}
      disabled={isBusy}
      onClick={toggle}
    >
      <IconHeart size={18} stroke={1.6} />
    </ActionIcon>
  )
}
