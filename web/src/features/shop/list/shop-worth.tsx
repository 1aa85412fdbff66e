import type { ShopWorth as Worth } from '@artel/contract/shop/shop'
import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useCall } from '../../../api/cache/query.ts'
import { listErrorOf } from '../../../api/send/failure.ts'
import { DialogButtons } from '../../../ui/dialog/dialog-parts.tsx'
import { Coins } from '../../../ui/figures/figures.tsx'
import { useFormat } from '../../../ui/figures/format-context.tsx'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'
import { ErrorState } from '../../../ui/states/states.tsx'
import { PlainTable } from '../../../ui/table/plain-table.tsx'
import { Weeks } from './shop-list-parts.tsx'
import classes from './shop-worth.module.css'

/** What all unspent coins would buy. */
export function ShopWorth({ close }: { close: () => void }) {
  const t = useTranslations('shop')
  const ui = useTranslations('ui')
  const { data, error, refetch } = useCall('shop.worth', {})
  if (error && !data)
    return <ErrorState {...listErrorOf(error, t('worthFailed'))} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={5} height={40} cells={[{ kind: 'text' }]} />
  return (
    <>
      <WorthTable worth={data.worth} />
      <DialogButtons>
        <Button variant="default" data-autofocus onClick={close}>
          {ui('close')}
        </Button>
      </DialogButtons>
    </>
  )
}

function WorthTable({ worth }: { worth: Worth }) {
  const t = useTranslations('shop')
  const ui = useTranslations('ui')
  const format = useFormat()
  const { coins, people, waiting, weekly, items } = worth
  return (
    <>
      <p className={classes.text}>
        {t('worthText', { coins: ui('coins', { count: coins }), people })}
        {waiting > 0 && ` ${t('worthWaiting', { coins: ui('coins', { count: waiting }) })}`}
        {weekly !== null && ` ${t('worthWeekly', { coins: ui('coins', { count: Math.round(weekly) }) })}`}
      </p>
      {items.length > 0 && (
        <PlainTable head={<WorthHead />}>
          {items.map(({ id, name, price, weeks, pieces, stock, bought }) => (
            <tr key={id}>
              <td>{name}</td>
              <td data-figure>
                <Coins value={price} />
              </td>
              <td data-figure data-extra>
                <Weeks value={weeks} />
              </td>
              <td data-figure>
                {format.number(pieces)}
                {stock !== null && stock < pieces && (
                  <span className={classes.quiet}>{t('ofStock', { count: stock })}</span>
                )}
              </td>
              <td data-figure data-extra>
                {format.number(bought)}
              </td>
            </tr>
          ))}
        </PlainTable>
      )}
    </>
  )
}

function WorthHead() {
  const t = useTranslations('shop')
  return (
    <>
      <th scope="col">{t('name')}</th>
      <th scope="col" data-figure>
        {t('priceShort')}
      </th>
      <th scope="col" data-figure data-extra>
        {t('weeks')}
      </th>
      <th scope="col" data-figure>
        {t('wouldBuy')}
      </th>
      <th scope="col" data-figure data-extra>
        {t('boughtOfLate')}
      </th>
    </>
  )
}
