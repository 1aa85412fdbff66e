import type { Box, Scan } from '@artel/contract/supplies/supplies'
import { IconCircleCheckFilled } from '@tabler/icons-react'
import clsx from 'clsx'
import { useTranslations } from 'use-intl'
import { useMediaAddress } from '../../../api/send/media.ts'
import { useUser } from '../../../api/session/session.ts'
import { useFormat } from '../../../ui/figures/format-context.tsx'
import { Ruler } from '../../../ui/figures/ruler.tsx'
import { Avatar } from '../../../ui/marks/avatar.tsx'
import { Thumb } from '../../../ui/media/thumb.tsx'
import { Code } from '../../../ui/page/code.tsx'
import { TwoLines } from '../../../ui/page/two-lines.tsx'
import shared from './packing.module.css'
import classes from './packing-box.module.css'
import type { PackingLine } from './packing-counts.ts'
import type { Packing } from './use-packing.ts'

/** The box: its contents, and the product that was scanned last. */
export function PackingBox({ packing, box }: { packing: Packing; box: Box }) {
  const t = useTranslations('packing')
  const format = useFormat()
  const { lines, inHand } = packing
  const count = lines.reduce((sum, line) => sum + line.count, 0)
  const { planned_count: planned } = box
  return (
    <aside className={classes.box} aria-label={t('lines')}>
      <div className={classes.boxHead}>
        <h2 className={shared.name}>{t('box', { number: box.number })}</h2>
        <Code>{box.barcode}</Code>
      </div>
      <div className={classes.boxCount}>
        {planned !== null && <Ruler value={planned === 0 ? 0 : count / planned} height={10} />}
        <b>
          {planned === null
            ? t('done', { count })
            : t('of', { done: format.number(count), total: format.number(planned) })}
        </b>
      </div>
      <div className={classes.boxBody}>
        {lines.length === 0 && <p className={shared.quiet}>{t('empty')}</p>}
        <ul className={classes.lines}>
          {lines.map((line) => (
            <Line key={line.product.id} line={line} isInHand={line.product.id === inHand?.product?.id} />
          ))}
        </ul>
        <OfPlan packing={packing} />
        <LastScans packing={packing} boxId={box.id} />
      </div>
    </aside>
  )
}

function Line({ line: { product, count, limit }, isInHand }: { line: PackingLine; isInHand: boolean }) {
  const format = useFormat()
  const address = useMediaAddress()
  const isFull = limit !== null && limit > 0 && count >= limit
  return (
    <li className={clsx(classes.line, isInHand && classes.lineInHand)}>
      <Thumb src={address(product.photo, 'small')} size={44} />
      <TwoLines second={<Code>{product.article}</Code>}>
        <span className={classes.lineName} title={product.name}>
          {product.name}
        </span>
      </TwoLines>
      <span className={classes.lineCount}>
        <b>{format.number(count)}</b>
        {limit !== null && <span>/{format.number(limit)}</span>}
      </span>
      <span className={classes.tick}>{isFull && <IconCircleCheckFilled size={20} aria-hidden="true" />}</span>
    </li>
  )
}

const shownPlan = 20

/** What the plan of the supply still wants and the box does not have yet. */
function OfPlan({ packing: { open, lines, inHand } }: { packing: Packing }) {
  const t = useTranslations('packing')
  const missing = open.filter(({ product }) => lines.every((line) => line.product.id !== product.id))
  if (missing.length === 0) return null
  return (
    <>
      <h3 className={classes.scansTitle}>{t('ofPlan')}</h3>
      <ul className={classes.lines}>
        {missing.slice(0, shownPlan).map((line) => (
          <Line key={line.product.id} line={line} isInHand={line.product.id === inHand?.product?.id} />
        ))}
      </ul>
      {missing.length > shownPlan && (
        <p className={shared.quiet}>{t('andMore', { count: missing.length - shownPlan })}</p>
      )}
    </>
  )
}

const shownScans = 6

function LastScans({ packing, boxId }: { packing: Packing; boxId: number }) {
  const t = useTranslations('packing')
  const { waiting, productOf } = packing
  const pending = waiting.filter(({ box_id }) => box_id === boxId).slice(-shownScans)
  const scans = (packing.packing?.scans ?? []).filter(({ box_id }) => box_id === boxId)
  if (pending.length + scans.length === 0) return null
  return (
    <>
      <h3 className={classes.scansTitle}>{t('lastScans')}</h3>
      <ol className={classes.scans}>
        {pending.toReversed().map(({ id, barcode, quantity }) => (
          <li key={id} data-waits>
            <span>{t('waits')}</span>
            <span className={classes.scanName}>{productOf(barcode)?.name ?? barcode}</span>
            <b>+{quantity}</b>
          </li>
        ))}
        {scans.slice(0, shownScans - Math.min(shownScans, pending.length)).map((scan) => (
          <LastScan key={scan.id} scan={scan} packing={packing} />
        ))}
      </ol>
    </>
  )
}

function LastScan({ scan, packing }: { scan: Scan; packing: Packing }) {
  const t = useTranslations('packing')
  const format = useFormat()
  const address = useMediaAddress()
  const me = useUser()
  const { user, product_id, quantity, created_at, taken_back_at } = scan
  const product =
    packing.lines.find((line) => line.product.id === product_id)?.product ??
    packing.supply?.products.find((one) => one.product_id === product_id)?.product
  return (
    <li data-taken-back={taken_back_at !== null || undefined}>
      <span>{format.time(created_at, { seconds: true })}</span>
      <span className={classes.scanName}>
        {user.id !== me.id && (
          <Avatar id={user.id} name={user.full_name} src={address(user.avatar)} size={20} />
        )}
        <span>{product?.name ?? `№ ${product_id}`}</span>
      </span>
      {taken_back_at === null ? <b>+{quantity}</b> : <span>{t('takenBack')}</span>}
    </li>
  )
}
