import { VisuallyHidden } from '@mantine/core'
import { useTranslations } from 'use-intl'
import type { ShelfOrder } from './use-shelf-order.ts'

/** Tells those who cannot see it how items are moved, and where one has come to. */
export function ShelfWords({ order }: { order: ShelfOrder }) {
  const t = useTranslations('shop')
  return (
    <>
      <p id="shelf-keys" hidden>
        {t('shelfKeys')}
      </p>
      <VisuallyHidden role="status">{order.said}</VisuallyHidden>
    </>
  )
}
