import type { FieldErrors } from '@artel/contract/errors/errors'
import { maxPieces, piecesFor } from '@artel/contract/shop/shop.rules'
import { useNavigate } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useAction, useCall } from '../../../api/cache/query.ts'
import { refreshEntities } from '../../../api/cache/refresh.ts'
import { ApiFailure, withFields } from '../../../api/send/failure.ts'
import { useBalances } from '../../../api/session/session.ts'
import { TextAreaField } from '../../../forms/fields/text-fields.tsx'
import { FormShell } from '../../../forms/form/form-shell.tsx'
import { useFormState } from '../../../forms/form/use-form-state.ts'
import { notify } from '../../../ui/notices/notify.ts'
import classes from '../shop-parts.module.css'
import { type Offer, useOfferWords } from '../use-offer-words.ts'
import { QuantityField } from './quantity-field.tsx'
import { useOwnOrdersLink } from './use-own-orders-link.ts'

type BuyValues = { quantity: number | null; comment: string }

/** Buys pieces of an item. Shows the cost and what is left; an error appears at the field it is about. */
export function BuyForm({ item: opened, close }: { item: Offer; close: () => void }) {
  const t = useTranslations('shop')
  const words = useOfferWords()
  const { data } = useCall('shop.get', { params: { id: opened.id } })
  // The item is read again, so that purchases of colleagues show at once.
  const item = data?.shop_item ?? opened
  const { form, most } = useBuyForm(item, close)
  const total = item.price * (form.values.quantity ?? 0)
  const { coins } = useBalances()
  const ui = useTranslations('ui')
  return (
    <FormShell
      form={form}
      layout="dialog"
      submitLabel={total === 0 ? t('buy') : t('buyFor', { coins: ui('coins', { count: total }) })}
      cancel={{ label: t('notNow'), onClick: close }}
    >
      <QuantityField {...form.at('quantity')} label={t('quantity')} hint={words(item)} max={most} />
      <p className={classes.sum} aria-live="polite">
        {total <= coins
          ? t('leaves', { total: ui('coins', { count: total }), left: ui('coins', { count: coins - total }) })
          : t('lacks', { total: ui('coins', { count: total }), lack: ui('coins', { count: total - coins }) })}
      </p>
      <TextAreaField {...form.at('comment')} label={t('comment')} placeholder={t('commentPlaceholder')} />
    </FormShell>
  )
}

function useBuyForm(item: Offer, close: () => void) {
  const t = useTranslations('shop')
  const navigate = useNavigate()
  const own = useOwnOrdersLink()
  const create = useAction('orders.create')
  const most = piecesFor(item) ?? maxPieces
  const check = useBuyCheck(item, most)
  const form = useFormState<BuyValues>({
    call: 'orders.create',
    draft: { item: item.id },
    initial: { quantity: 1, comment: '' },
    check,
    send: async ({ quantity, comment }) => {
      const body = { item_id: item.id, quantity: quantity ?? 1, comment, price: item.price }
      const { order } = await create.mutateAsync({ body }).catch(refuse)
      close()
      notify({
        text: t('bought', { name: order.name }),
        tone: 'ok',
        action: { label: t('myOrders'), onClick: () => void navigate(own) },
      })
    },
  })
  return { form, most }
}

function useBuyCheck({ price, stock }: Offer, most: number) {
  const t = useTranslations('shop')
  const fields = useTranslations('fields')
  const ui = useTranslations('ui')
  const { coins } = useBalances()
  return ({ quantity }: BuyValues): FieldErrors => {
    if (quantity === null || quantity < 1) return { quantity: [fields('required')] }
    if (most === 0) return { quantity: [t(stock === 0 ? 'soldOut' : 'limitReached')] }
    if (quantity > most) return { quantity: [t('tooMany', { most })] }
    const lack = price * quantity - coins
    return lack > 0 ? { quantity: [t('lackOf', { lack: ui('coins', { count: lack }) })] } : {}
  }
}

const ofQuantity: readonly unknown[] = ['insufficient_coins', 'out_of_stock', 'limit_reached', 'wrong_state']

// The price has no field, because it follows from the quantity, so its errors go to the quantity.
const atQuantity = (failure: unknown) =>
  withFields(failure, ({ price, ...others }) => ({ ...others, ...(price && { quantity: price }) }))

/**
 * Refetches, because a refusal means that something has changed. The error then stands beside fresh values.
 */
async function refuse(failure: unknown): Promise<never> {
  await refreshEntities('shop_item', 'coins')
  if (!(failure instanceof ApiFailure) || !ofQuantity.includes(failure.code)) throw atQuantity(failure)
  throw new ApiFailure({ ...failure, errors: { quantity: [failure.message] } }, failure.statusCode)
}
