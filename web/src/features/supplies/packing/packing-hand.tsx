import type { ProductBrief } from '@artel/contract/products/products.brief'
import type { Box } from '@artel/contract/supplies/supplies'
import { VisuallyHidden } from '@mantine/core'
import { IconBook2, IconCircleCheckFilled, IconClock } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useCall } from '../../../api/cache/query.ts'
import { useMediaAddress } from '../../../api/send/media.ts'
import { useFormat } from '../../../ui/figures/format-context.tsx'
import { Ruler } from '../../../ui/figures/ruler.tsx'
import { usePicture } from '../../../ui/media/use-picture.ts'
import { DashedBox } from '../../../ui/page/dashed-box.tsx'
import { InstructionLinks, openInstruction } from '../../instructions/instructions.tsx'
import classes from './packing.module.css'
import type { PackingLine } from './packing-counts.ts'
import { PackingNext } from './packing-next.tsx'
import { PackingPace } from './packing-pace.tsx'
import type { InHand, Packing } from './use-packing.ts'

type PackingHandProps = { packing: Packing; supplyId: number; box: Box }

/**
 * The product that was scanned last, as large as possible:
 * its photo, how to pack it, and its count in the box.
 */
export function PackingHand({ packing, supplyId, box }: PackingHandProps) {
  const t = useTranslations('packing')
  const { inHand, lines } = packing
  if (!inHand) return <Nothing box={box} open={packing.open} />
  const { product, barcode } = inHand
  const line = lines.find((one) => one.product.id === product?.id)
  return (
    <section className={classes.hand} aria-label={t('inHand')}>
      <div className={classes.handName}>
        <span className={classes.quiet}>{t('inHand')}</span>
        <h2 className={classes.name}>
          {product?.name ?? t(packing.isLost ? 'unknownLost' : 'unknownInHand')}
        </h2>
        <span className={classes.codes}>
          {product && <span>{product.article}</span>}
          <span>{barcode}</span>
        </span>
      </div>
      <div className={classes.look}>
        <Picture key={product?.photo} product={product} />
        {product && <HowTo key={product.id} productId={product.id} packing={packing} />}
      </div>
      <Count packing={packing} supplyId={supplyId} box={box} line={line} inHand={inHand} />
    </section>
  )
}

function Nothing({ box, open }: { box: Box; open: readonly PackingLine[] }) {
  const t = useTranslations('packing')
  const { sealed_at, number } = box
  if (sealed_at !== null) {
    return (
      <section className={classes.nothing}>
        <DashedBox size={96} />
        <h2 className={classes.name}>{t('isSealed', { number })}</h2>
        <p>{t('isSealedText')}</p>
      </section>
    )
  }
  const [next] = open
  const isEmpty = box.units_count === 0
  return (
    <section className={classes.nothing}>
      {!next && <DashedBox size={96} />}
      <h2 className={classes.name}>{t(isEmpty ? 'nothingInHand' : 'nextInHand')}</h2>
      <p>{t(isEmpty ? 'nothingYet' : 'nothingText', { number })}</p>
      {next && <PackingNext line={next} />}
    </section>
  )
}

function Picture({ product }: { product: ProductBrief | null }) {
  const address = useMediaAddress()
  const picture = usePicture(product ? address(product.photo, 'large') : null)
  return (
    <div className={classes.picture}>
      {picture ? <img {...picture} alt="" draggable={false} /> : <DashedBox size={120} />}
    </div>
  )
}

function HowTo({ productId, packing }: { productId: number; packing: Packing }) {
  const t = useTranslations('packing')
  const { data } = useCall('products.get', { params: { id: productId } })
  const description = data?.product.description
  const instructions = (packing.packing?.instructions ?? []).filter(({ product_ids }) =>
    product_ids.includes(productId),
  )
  return (
    <>
      {description && (
        <div className={classes.howTo}>
          <h3 className={classes.howToTitle}>
            <IconBook2 size={18} stroke={1.6} aria-hidden="true" />
            {t('howToPack')}
          </h3>
          <p>{description}</p>
        </div>
      )}
      <InstructionLinks
        instructions={instructions}
        onOpen={(instruction) => openInstruction(instruction, instruction.title)}
      />
    </>
  )
}

type CountProps = PackingHandProps & { line: PackingLine | undefined; inHand: InHand }

function Count({ packing, supplyId, box, line, inHand }: CountProps) {
  const t = useTranslations('packing')
  const format = useFormat()
  const { number } = box
  const own = packing.waiting.filter(({ barcode, box_id }) => barcode === inHand.barcode && box_id === box.id)
  const count = line?.count ?? own.reduce((sum, { quantity }) => sum + quantity, 0)
  const limit = line?.limit ?? null
  const isFull = limit !== null && count >= limit
  const next = packing.open.find(({ product }) => product.id !== inHand.product?.id)
  const spoken =
    limit === null
      ? t('count', { done: format.number(count), number })
      : t('countOf', { done: format.number(count), total: format.number(limit), number })
  return (
    <div className={classes.count}>
      <span className={classes.quiet}>{t('inBox', { number })}</span>
      <p className={classes.figures} aria-hidden="true" data-long={String(count).length > 2 || undefined}>
        {/* How many of an unknown product the box takes is known when the server has counted it. */}
        <span key={count} className={classes.figure}>
          {inHand.product ? format.number(count) : '?'}
        </span>
        {limit !== null && <span className={classes.limit}>/{format.number(limit)}</span>}
      </p>
      <VisuallyHidden role="status">{spoken}</VisuallyHidden>
      {limit !== null && (
        <Ruler value={limit === 0 ? 0 : count / limit} tone={isFull ? 'ok' : 'accent'} height={16} />
      )}
      {own.length > 0 ? (
        <p className={classes.waits}>
          <IconClock size={20} stroke={1.8} aria-hidden="true" />
          {t(packing.isLost ? 'waitingOne' : 'isSent')}
        </p>
      ) : (
        <p className={classes.said}>
          <IconCircleCheckFilled size={20} aria-hidden="true" />
          {limit === null
            ? t('counted')
            : isFull
              ? t('countedAll')
              : t('countedLeft', { count: limit - count })}
        </p>
      )}
      {isFull && next && <PackingNext line={next} isInside />}
      <PackingPace supplyId={supplyId} />
    </div>
  )
}
