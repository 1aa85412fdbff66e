import type { Task } from '@artel/contract/tasks'
import { useTranslations } from 'use-intl'
import { CopiedCode } from '../../ui/code.tsx'
import { ProductName } from '../products/products.tsx'
import classes from './task-page.module.css'

/** What is packed: its picture, article and barcodes, to be held beside the thing in hand. */
export function TaskProduct({ product }: { product: NonNullable<Task['product']> }) {
  const t = useTranslations('tasks')
  return (
    <section>
      <h2 className={classes.heading}>{t('product')}</h2>
      <ProductName product={product} size={44} />
      {product.barcodes.length > 0 && (
        <ul className={classes.codes}>
          {product.barcodes.map((barcode) => (
            <li key={barcode}>
              <CopiedCode text={barcode} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
