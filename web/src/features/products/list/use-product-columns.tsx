import type { ListedProduct } from '@artel/contract/products/products'
import { useTranslations } from 'use-intl'
import type { InputOf } from '../../../api/send/calls.ts'
import { Blank, Coins, Duration, Money } from '../../../ui/figures/figures.tsx'
import { kopecksOfColumn } from '../../../ui/figures/format.ts'
import { useFormat } from '../../../ui/figures/format-context.tsx'
import { Code } from '../../../ui/page/code.tsx'
import { TwoLines } from '../../../ui/page/two-lines.tsx'
import type { DataColumn } from '../../../ui/table/data-table-types.ts'
import classes from '../product-parts.module.css'
import { ProductName } from '../product-parts.tsx'
import { useStockText } from '../use-stock-text.ts'

type Sort = NonNullable<NonNullable<InputOf<'products.list'>['query']>['sort_by']>

/** The columns of the list of products; `rows` decide whether the rates show kopecks. */
export function useProductColumns(rows: readonly ListedProduct[]): DataColumn<ListedProduct, Sort>[] {
  const t = useTranslations('products')
  const kopecks = kopecksOfColumn(rows.map(({ money }) => money))
  return [
    {
      key: 'name',
      title: t('name'),
      roomyWidth: 260,
      sortBy: 'name',
      hidable: false,
      render: (product) => <ProductName product={product} isOff={!product.is_active} />,
    },
    {
      key: 'barcodes',
      title: t('barcodes'),
      width: 150,
      isExtra: true,
      render: ({ barcodes }) => <Barcodes barcodes={barcodes} />,
    },
    {
      key: 'category',
      title: t('category'),
      width: 150,
      sortBy: 'category',
      isExtra: true,
      render: ({ category, brand }) => (
        <TwoLines second={category && brand}>{category ?? brand ?? <Blank />}</TwoLines>
      ),
    },
    {
      key: 'money',
      title: t('rate'),
      width: 104,
      align: 'right',
      sortBy: 'money',
      render: ({ money }) => <Money value={money} kopecks={kopecks} />,
    },
    {
      key: 'coins',
      title: t('coins'),
      width: 84,
      align: 'right',
      sortBy: 'coins',
      isExtra: true,
      render: ({ coins }) => <Coins value={coins} />,
    },
    {
      key: 'norm',
      title: t('norm'),
      width: 116,
      align: 'right',
      sortBy: 'norm_seconds',
      isExtra: true,
      render: ({ norm_seconds }) => <Duration seconds={norm_seconds} />,
    },
    {
      key: 'stock',
      title: t('stock'),
      width: 236,
      align: 'right',
      render: ({ stock }) => <Stock stock={stock} />,
    },
  ]
}

function Barcodes({ barcodes }: Pick<ListedProduct, 'barcodes'>) {
  const t = useTranslations('products')
  const [first] = barcodes
  if (first === undefined) return <Blank />
  const others = barcodes.length - 1
  return (
    <TwoLines second={others > 0 && t('moreCodes', { count: others })}>
      <span title={barcodes.join('\n')}>
        <Code>{first}</Code>
      </span>
    </TwoLines>
  )
}

function Stock({ stock }: Pick<ListedProduct, 'stock'>) {
  const format = useFormat()
  const places = useStockText()(stock)
  if (stock.length === 0) return <Blank />
  const sum = stock.reduce((all, { quantity }) => all + quantity, 0)
  return (
    <span className={classes.stock}>
      <TwoLines second={places}>{format.number(sum)}</TwoLines>
    </span>
  )
}
