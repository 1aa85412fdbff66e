import { useNavigate } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useAction } from '../../api/cache/query.ts'
import { removeUnused } from '../../api/cache/remove-unused.ts'
import type { Failure } from '../../api/send/failure.ts'
import { openDialog } from '../../ui/dialog/open-dialog.tsx'
import { notify } from '../../ui/notices/notify.ts'
import { lazyPart } from '../../ui/states/lazy-part.ts'
import { SkeletonRows } from '../../ui/states/skeleton.tsx'
import type { Offer } from './use-offer-words.ts'

const StockForm = lazyPart(async () => (await import('./form/stock-form.tsx')).StockForm)

/** The actions on an item other than saving its form. */
export function useShopActions() {
  const t = useTranslations('shop')
  const navigate = useNavigate()
  const onFailure = (failure: Failure) => notify({ text: failure.message || t('stepFailed'), tone: 'bad' })
  const update = useAction('shop.update', {
    onFailure,
    onSuccess: ({ shop_item: { name, is_active } }) =>
      notify({ text: t(is_active ? 'switchedOn' : 'switchedOff', { name }), tone: 'ok' }),
  })
  // Only the lists are refetched, because the item's own page is left.
  const { mutateAsync } = useAction('shop.remove', { closes: 'shop.get' })
  const show = ({ id }: Offer, is_active: boolean) => update.mutate({ params: { id }, body: { is_active } })
  return {
    show,
    setStock: (item: Offer) =>
      openDialog(t('stockTitle', { name: item.name }), (close) => <StockForm item={item} close={close} />, {
        isForm: true,
        size: 400,
        waiting: <SkeletonRows rows={2} height={60} cells={[{ kind: 'text' }]} />,
      }),
    remove: (item: Offer) =>
      removeUnused({
        question: {
          title: t('removeTitle', { name: item.name }),
          text: t('removeText'),
          confirmLabel: t('remove'),
          cancelLabel: t('keep'),
        },
        remove: () => mutateAsync({ params: { id: item.id } }),
        onRemoved: () => {
          void navigate({ to: '/shop' })
          notify({ text: t('removed', { name: item.name }), tone: 'ok' })
        },
        used: t('inUse', { name: item.name }),
        ...(item.is_active && { instead: { label: t('switchOff'), onClick: () => show(item, false) } }),
        onFailure,
      }),
  }
}
