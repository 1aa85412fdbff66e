import type { Product } from '@artel/contract/products/products'
import { useNavigate } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useAction } from '../../api/cache/query.ts'
import { removeUnused } from '../../api/cache/remove-unused.ts'
import type { Failure } from '../../api/send/failure.ts'
import { notify } from '../../ui/notices/notify.ts'

/** The actions on a product other than saving its form. */
export function useProductActions() {
  const t = useTranslations('products')
  const navigate = useNavigate()
  const onFailure = (failure: Failure) => notify({ text: failure.message || t('stepFailed'), tone: 'bad' })
  const update = useAction('products.update', {
    onFailure,
    onSuccess: ({ product: { name } }) => notify({ text: t('switchedOff', { name }), tone: 'ok' }),
  })
  // Only the list is refetched, because the product's own page is left.
  const { mutateAsync } = useAction('products.remove', { closes: 'products.get' })
  return {
    remove: ({ id, name, article, is_active }: Product) =>
      removeUnused({
        question: {
          title: t('removeTitle', { name }),
          text: t('removeText', { article }),
          confirmLabel: t('remove'),
          cancelLabel: t('keep'),
        },
        remove: () => mutateAsync({ params: { id } }),
        onRemoved: () => {
          void navigate({ to: '/sets' })
          notify({ text: t('removed', { name }), tone: 'ok' })
        },
        used: t('inUse', { name }),
        ...(is_active && {
          instead: {
            label: t('switchOff'),
            onClick: () => update.mutate({ params: { id }, body: { is_active: false } }),
          },
        }),
        onFailure,
      }),
  }
}
