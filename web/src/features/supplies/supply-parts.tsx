import type { ProductBrief } from '@artel/contract/products/products.brief'
import type { SupplyStatus as StatusOfSupply } from '@artel/contract/supplies/supplies.line'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useMediaAddress } from '../../api/send/media.ts'
import { DoneOf } from '../../ui/figures/figures.tsx'
import { useFormat } from '../../ui/figures/format-context.tsx'
import { Ruler } from '../../ui/figures/ruler.tsx'
import { Status } from '../../ui/marks/status-glyph.tsx'
import { Thumb } from '../../ui/media/thumb.tsx'
import { Code } from '../../ui/page/code.tsx'
import { rowNameLook, TwoLines } from '../../ui/page/two-lines.tsx'
import classes from './supply-parts.module.css'

export function SupplyStatus({ status }: { status: StatusOfSupply }) {
  const t = useTranslations('supplies')
  return <Status status={status}>{t(`status_${status}`)}</Status>
}

type FilledProps = { packed: number; planned: number | null; isDone?: boolean }

/** Packed pieces against the plan; without a plan only the packed pieces. */
export function Filled({ packed, planned, isDone = planned !== null && packed >= planned }: FilledProps) {
  const format = useFormat()
  if (planned === null) {
    return (
      <span className={classes.filled}>
        <b className={classes.count}>{format.number(packed)}</b>
      </span>
    )
  }
  return (
    <span className={classes.filled}>
      <DoneOf done={packed} total={planned} />
      <Ruler value={planned === 0 ? 0 : packed / planned} tone={isDone ? 'ok' : 'accent'} />
    </span>
  )
}

type SupplyProductNameProps = {
  product: ProductBrief
  size?: 30 | 44
  /** Without a link, for forms, which a person must not leave by accident. */
  isPlain?: boolean
}

/** A product with picture, name and article, linked to its page. */
export function SupplyProductName({ product, size = 44, isPlain = false }: SupplyProductNameProps) {
  const address = useMediaAddress()
  const { id, name, article, photo } = product
  return (
    <span className={classes.product}>
      <Thumb src={address(photo, 'small')} size={size} />
      <TwoLines second={<Code>{article}</Code>}>
        {isPlain ? (
          <span className={classes.plainName} title={name}>
            {name}
          </span>
        ) : (
          <Link to="/set/$id" params={{ id: String(id) }} className={rowNameLook} title={name}>
            {name}
          </Link>
        )}
      </TwoLines>
    </span>
  )
}

/** Formats grams as kilograms. */
export function useWeightText() {
  const t = useTranslations('supplies')
  const format = useFormat()
  return (grams: number) =>
    t('kilograms', { weight: format.number(grams / 1000, { decimals: grams % 100 === 0 ? 1 : 2 }) })
}
