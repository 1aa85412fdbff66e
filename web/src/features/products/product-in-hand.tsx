import type { ProductBrief } from '@artel/contract/products/products.brief'
import { CopiedCode } from '../../ui/page/code.tsx'
import classes from './product-parts.module.css'
import { ProductName } from './product-parts.tsx'

/** A product with picture, article and barcodes, to compare with the item in hand. */
export function ProductInHand({ product }: { product: ProductBrief }) {
  return (
    <>
      <div className={classes.inHand}>
        <ProductName product={product} size={44} />
      </div>
      {product.barcodes.length > 0 && (
        <ul className={classes.codes}>
          {product.barcodes.map((barcode) => (
            <li key={barcode}>
              <CopiedCode text={barcode} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
