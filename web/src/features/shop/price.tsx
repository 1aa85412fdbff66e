import { VisuallyHidden } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { CoinGlyph } from '../../ui/figures/coin-glyph.tsx'
import { useFormat } from '../../ui/figures/format-context.tsx'
import classes from './shop-parts.module.css'

type PriceProps = { value: number; isPale?: boolean; isLarge?: boolean }

/** A price or a balance in coins. */
export function Price({ value, isPale = false, isLarge = false }: PriceProps) {
  const t = useTranslations('ui')
  const format = useFormat()
  return (
    <span className={classes.price} data-pale={isPale || undefined} data-large={isLarge || undefined}>
      <CoinGlyph size={isLarge ? 26 : 15} />
      <span aria-hidden="true">{format.coins(value)}</span>
      <VisuallyHidden>{t('coins', { count: value })}</VisuallyHidden>
    </span>
  )
}
