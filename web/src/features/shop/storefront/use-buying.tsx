import { useTranslations } from 'use-intl'
import { openDialog } from '../../../ui/dialog/open-dialog.tsx'
import { lazyPart } from '../../../ui/states/lazy-part.ts'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'
import type { Offer } from '../use-offer-words.ts'

// Lazy, because the form is needed only for a purchase.
const BuyForm = lazyPart(async () => (await import('./buy-form.tsx')).BuyForm)

const waiting = <SkeletonRows rows={3} height={60} cells={[{ kind: 'text' }]} />

/** Opens the dialog that buys an item. */
export function useBuying() {
  const t = useTranslations('shop')
  return (item: Offer) =>
    openDialog(t('buyTitle', { name: item.name }), (close) => <BuyForm item={item} close={close} />, {
      isForm: true,
      size: 440,
      waiting,
    })
}
