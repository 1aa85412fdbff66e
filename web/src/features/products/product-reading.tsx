import type { Product } from '@artel/contract/products/products'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useMediaItems } from '../../api/send/media.ts'
import { useSession } from '../../api/session/session.ts'
import { Blank, Coins, Duration, Money } from '../../ui/figures/figures.tsx'
import { useFormat } from '../../ui/figures/format-context.tsx'
import { MediaGallery } from '../../ui/media/media-gallery.tsx'
import { Code, CopiedCode } from '../../ui/page/code.tsx'
import { Fact, Facts } from '../../ui/page/facts.tsx'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import classes from './product-reading.module.css'

/** A product for packers: photos, barcodes, description and components. */
export function ProductReading({ product, instructions }: { product: Product; instructions: ReactNode }) {
  const t = useTranslations('products')
  const itemsOf = useMediaItems()
  const { barcodes, description, components } = product
  return (
    <div className={classes.columns}>
      <div className={classes.work}>
        <div className={classes.top}>
          <MediaGallery items={itemsOf(product.multimedia)} label={t('media')} />
          <section>
            <h2 className={classes.heading}>{t('barcodes')}</h2>
            {barcodes.length === 0 ? (
              <p className={classes.none}>{t('noBarcodes')}</p>
            ) : (
              <ul className={classes.codes}>
                {barcodes.map((barcode) => (
                  <li key={barcode}>
                    <CopiedCode text={barcode} />
                  </li>
                ))}
              </ul>
            )}
            <h2 className={classes.heading}>{t('article')}</h2>
            <CopiedCode text={product.article} />
          </section>
        </div>
        {instructions}
        {components.length > 0 && <Components product={product} />}
        {description !== '' && (
          <section>
            <h2 className={classes.heading}>{t('description')}</h2>
            <p className={classes.description}>{description}</p>
          </section>
        )}
      </div>
      <ProductFacts product={product} />
    </div>
  )
}

function Components({ product: { components } }: { product: Product }) {
  const t = useTranslations('products')
  const format = useFormat()
  return (
    <section>
      <h2 className={classes.heading}>{t('components')}</h2>
      <PlainTable
        head={
          <>
            <th scope="col">{t('partName')}</th>
            <th scope="col" className={classes.article}>
              {t('article')}
            </th>
            <th scope="col" data-figure>
              {t('partQuantity')}
            </th>
          </>
        }
      >
        {components.map(({ name, article, quantity }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two parts may be alike, and none of them moves
          <tr key={index}>
            <td>{name}</td>
            <td>{article === null ? <Blank /> : <Code>{article}</Code>}</td>
            <td data-figure>{format.number(quantity)}</td>
          </tr>
        ))}
      </PlainTable>
    </section>
  )
}

function ProductFacts({ product }: { product: Product }) {
  const t = useTranslations('products')
  const format = useFormat()
  const { warehouses } = useSession()
  const { weight_g, wildberries_id, stock } = product
  return (
    <aside className={classes.panel} aria-label={t('panel')}>
      <Facts>
        <Fact name={t('rate')}>
          <b>
            <Money value={product.money} />
          </b>
        </Fact>
        <Fact name={t('coins')}>
          <Coins value={product.coins} emphasis />
        </Fact>
        <Fact name={t('norm')}>
          <Duration seconds={product.norm_seconds} />
        </Fact>
        <Fact name={t('weight')}>
          {weight_g === null ? <Blank /> : t('grams', { weight: format.number(weight_g) })}
        </Fact>
        <Fact name={t('brand')}>{product.brand ?? <Blank />}</Fact>
        <Fact name={t('category')}>{product.category ?? <Blank />}</Fact>
        {wildberries_id !== null && (
          <Fact name={t('wildberries')}>
            <Code>{String(wildberries_id)}</Code>
          </Fact>
        )}
      </Facts>
      {stock.length > 0 && (
        <>
          <h2 className={classes.heading}>{t('stock')}</h2>
          <Facts>
            {stock.map(({ warehouse_id, quantity }) => (
              <Fact key={warehouse_id} name={nameIn(warehouses, warehouse_id)}>
                {t('pieces', { count: quantity })}
              </Fact>
            ))}
          </Facts>
        </>
      )}
    </aside>
  )
}

const nameIn = (warehouses: readonly { id: number; name: string }[], id: number): string =>
  warehouses.find((warehouse) => warehouse.id === id)?.name ?? `№ ${id}`
