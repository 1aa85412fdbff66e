import type { ListedProduct } from '@artel/contract/products/products'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useMediaAddress } from '../../../api/send/media.ts'
import { Coins, Duration, Money } from '../../../ui/figures/figures.tsx'
import { Tag } from '../../../ui/marks/tag.tsx'
import { Thumb } from '../../../ui/media/thumb.tsx'
import { Code } from '../../../ui/page/code.tsx'
import classes from '../product-parts.module.css'
import { useStockText } from '../use-stock-text.ts'

/** A product in the list on a phone. */
export function ProductCard({ product }: { product: ListedProduct }) {
  const t = useTranslations('products')
  const address = useMediaAddress()
  const stockText = useStockText()
  const { id, name, article, barcodes, photo, money, coins, norm_seconds, is_active, stock } = product
  const places = stockText(stock)
  return (
    <article className={classes.card}>
      <Thumb src={address(photo, 'small')} size={44} />
      <h2 className={classes.cardName}>
        <Link to="/set/$id" params={{ id: String(id) }}>
          {name}
        </Link>
      </h2>
      <div className={classes.cardFacts}>
        <Code>{article}</Code>
        {barcodes[0] !== undefined && <Code>{barcodes[0]}</Code>}
        {!is_active && <Tag>{t('off')}</Tag>}
      </div>
      <div className={classes.cardFacts}>
        <b>
          <Money value={money} />
        </b>
        <Coins value={coins} emphasis />
        {norm_seconds !== null && <Duration seconds={norm_seconds} />}
      </div>
      {places !== '' && <div className={classes.places}>{places}</div>}
    </article>
  )
}
