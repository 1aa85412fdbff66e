import { piecesFor } from '@artel/contract/shop/shop.rules'
import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useBalances } from '../../../api/session/session.ts'
import { useFormat } from '../../../ui/figures/format-context.tsx'
import { Ruler } from '../../../ui/figures/ruler.tsx'
import classes from '../shop-parts.module.css'
import type { Offer } from '../use-offer-words.ts'
import { useBuying } from './use-buying.tsx'
import { useWish } from './use-wish.ts'

/** `isQuiet`: the button stands out only on hover, because it is one of many. */
type BuyButtonProps = { item: Offer; isQuiet?: boolean }

/**
 * The button of an item: buy it, see how many coins are missing, or ask to be told when it is back in stock.
 */
export function BuyButton({ item, isQuiet = false }: BuyButtonProps) {
  const t = useTranslations('shop')
  const { coins } = useBalances()
  const buy = useBuying()
  if (item.stock === 0) return <TellButton item={item} isQuiet={isQuiet} />
  if (piecesFor(item) === 0) return <span className={classes.none}>{t('limitReached')}</span>
  if (item.price > coins) return <TooDear price={item.price} coins={coins} />
  return (
    <Button
      className={isQuiet ? (classes.buy ?? '') : ''}
      variant={isQuiet ? 'default' : 'filled'}
      aria-label={t('buyNamed', { name: item.name })}
      onClick={() => buy(item)}
    >
      {t('buy')}
    </Button>
  )
}

function TooDear({ price, coins }: { price: number; coins: number }) {
  const t = useTranslations('shop')
  const format = useFormat()
  return (
    <>
      <span className={classes.short}>
        {t.rich('short', { coins: format.coins(price - coins), b: (text) => <b>{text}</b> })}
      </span>
      <span className={classes.ruler}>
        <Ruler value={Math.max(0, coins) / price} tone="coin" />
      </span>
    </>
  )
}

function TellButton({ item, isQuiet }: Required<BuyButtonProps>) {
  const t = useTranslations('shop')
  const { toggle, isBusy } = useWish(item)
  return (
    <Button
      variant={isQuiet ? 'subtle' : 'default'}
      color="gray"
      className={isQuiet ? (classes.tell ?? '') : ''}
      aria-label={t('tellNamed', { name: item.name })}
      aria-pressed={item.is_wished}
      loading={isBusy}
      onClick={toggle}
    >
      {t(item.is_wished ? 'willTell' : 'tell')}
    </Button>
  )
}
