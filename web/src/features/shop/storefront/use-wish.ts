import { useTranslations } from 'use-intl'
import { useAction } from '../../../api/cache/query.ts'
import type { Failure } from '../../../api/send/failure.ts'
import { notify } from '../../../ui/notices/notify.ts'
import type { Offer } from '../use-offer-words.ts'

/** Adds or removes the wish for an item. */
export function useWish({ id, name, is_wished }: Offer) {
  const t = useTranslations('shop')
  const { mutate, isPending } = useAction('shop.wish', {
    onSuccess: ({ shop_item }) =>
      notify({ text: t(shop_item.is_wished ? 'wished' : 'unwished', { name }), tone: 'ok' }),
    onFailure: (failure: Failure) => notify({ text: failure.message || t('stepFailed'), tone: 'bad' }),
  })
  return {
    isBusy: isPending,
    toggle: () => mutate({ params: { id }, body: { is_wished: !is_wished } }),
  }
}
