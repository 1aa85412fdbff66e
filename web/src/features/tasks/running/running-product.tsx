import type { ProductBrief } from '@artel/contract/products/products.brief'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import classes from './running-product.module.css'

/** The product of the running task, to compare with the item in hand, with a link to its page. */
export function RunningProduct({ product: { id, name, article, barcodes } }: { product: ProductBrief }) {
  const t = useTranslations('tasks')
  const codes = [article, ...barcodes]
  return (
    <Link
      to="/set/$id"
      params={{ id: String(id) }}
      className={classes.product}
      aria-label={[t('openProduct', { name }), ...codes].join(', ')}
    >
      <span className={classes.codes}>
        {codes.map((code) => (
          <span key={code}>{code}</span>
        ))}
      </span>
    </Link>
  )
}
