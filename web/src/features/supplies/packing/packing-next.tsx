import { useTranslations } from 'use-intl'
import { useMediaAddress } from '../../../api/send/media.ts'
import { Thumb } from '../../../ui/media/thumb.tsx'
import type { PackingLine } from './packing-counts.ts'
import classes from './packing-next.module.css'

type PackingNextProps = {
  line: PackingLine
  /** It stands in another card. */
  isInside?: boolean
}

/** What the plan wants next, so that the packer fetches it without looking it up. */
export function PackingNext({ line: { product, count, limit }, isInside = false }: PackingNextProps) {
  const t = useTranslations('packing')
  const address = useMediaAddress()
  return (
    <div className={classes.next} data-inside={isInside || undefined}>
      <Thumb src={address(product.photo, 'small')} size={44} />
      <div className={classes.words}>
        <span className={classes.quiet}>{t('next')}</span>
        <b>{product.name}</b>
        <span className={classes.codes}>
          <span>{product.article}</span>
          <span className={classes.count}>{t('done', { count: (limit ?? 0) - count })}</span>
        </span>
      </div>
    </div>
  )
}
