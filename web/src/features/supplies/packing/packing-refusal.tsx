import type { ProductBrief } from '@artel/contract/products/products.brief'
import { Button } from '@mantine/core'
import {
  IconAlertOctagonFilled,
  IconBarcodeOff,
  IconCheck,
  IconHelpOctagonFilled,
  IconPackageOff,
} from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useAction, useCall } from '../../../api/cache/query.ts'
import { useMediaAddress } from '../../../api/send/media.ts'
import { Kbd } from '../../../ui/marks/tag.tsx'
import { Thumb } from '../../../ui/media/thumb.tsx'
import { notify } from '../../../ui/notices/notify.ts'
import { useRaisePlan } from '../boxes/use-raise-plan.tsx'
import type { RefusedScan } from '../scanner/use-scan-queue.ts'
import { useRefusalKeys } from '../use-refusal-keys.ts'
import type { Refusal, RefusalKind } from './judge-scan.ts'
import classes from './packing-refusal.module.css'
import type { Packing } from './use-packing.ts'

type PackingRefusalProps = {
  supplyId: number
  packing: Packing
  refused: RefusedScan
}

/** Refusals that an admin ends by planning more. */
const ofPlan: ReadonlySet<RefusalKind> = new Set(['full_box', 'full_supply', 'not_in_box', 'not_in_supply'])

/** So that a packer knows from afar what to do. All others have the sign for a stop. */
const glyphs: Partial<Record<RefusalKind, typeof IconAlertOctagonFilled>> = {
  not_in_box: IconPackageOff,
  not_in_supply: IconPackageOff,
  misread: IconBarcodeOff,
  unknown: IconHelpOctagonFilled,
}

/**
 * Covers the screen after a refused scan until a person acknowledges it.
 * A scanner's Enter must not acknowledge it.
 */
export function PackingRefusal({ supplyId, packing, refused }: PackingRefusalProps) {
  const t = useTranslations('packing')
  const { acknowledge, supply, productOf } = packing
  const screen = useRef<HTMLDivElement>(null)
  const { isBusy, raise, isOfDialog } = useRaisePlan(supplyId, () => {
    acknowledge()
    notify({ text: t('raised'), tone: 'ok' })
  })
  useRefusalKeys(acknowledge, isOfDialog)
  // Focus the screen itself, so that no key presses a button by accident.
  useEffect(() => screen.current?.focus(), [])
  const known = productOf(refused.barcode)
  const found = useProductOf(refused.barcode, known === undefined)
  const product = known ?? found
  const address = useMediaAddress()
  const refusal = packing.explain(refused)
  const { kind } = refusal
  const { title, text } = useRefusalWords(packing, refused, refusal, product)
  const mayPlan = supply?.can.edit === true && ofPlan.has(kind)
  const Glyph = glyphs[kind] ?? IconAlertOctagonFilled
  return (
    <div
      ref={screen}
      role="alertdialog"
      aria-modal="true"
      aria-labelledby="refusal-title"
      aria-describedby="refusal-text"
      tabIndex={-1}
      className={classes.screen}
    >
      <div className={classes.content}>
        <Glyph className={classes.glyph} size={76} aria-hidden="true" />
        <div className={classes.words}>
          <h2 id="refusal-title" className={classes.title}>
            {title}
          </h2>
          <p id="refusal-text" className={classes.text}>
            {text}
          </p>
        </div>
        <div className={classes.thing}>
          <Thumb src={product ? address(product.photo, 'small') : null} size={44} />
          <span className={classes.thingWords}>
            <b>{product?.name ?? t('scannedCode')}</b>
            <span className={classes.code}>{refused.barcode}</span>
          </span>
        </div>
        <div className={classes.buttons}>
          <Button className={classes.main ?? ''} rightSection={<Kbd>Esc</Kbd>} onClick={acknowledge}>
            {t('ok')}
          </Button>
          {mayPlan && product && (
            <Button
              className={classes.other ?? ''}
              loading={isBusy}
              onClick={() =>
                raise({ boxId: refused.box_id, productId: product.id, quantity: refused.quantity })
              }
            >
              {t('changePlan')}
            </Button>
          )}
          {!mayPlan && (ofPlan.has(kind) || kind === 'unknown') && (
            <AskAdmin supplyId={supplyId} refused={refused} />
          )}
        </div>
      </div>
    </div>
  )
}

/** Tells admins, who find the form of the plan behind the bell. */
function AskAdmin({ supplyId, refused }: { supplyId: number; refused: RefusedScan }) {
  const t = useTranslations('packing')
  const { mutate, isPending, isSuccess } = useAction('supplies.askForRoom', {
    onFailure: (failure) => notify({ text: failure.message || t('askFailed'), tone: 'bad' }),
  })
  const { box_id, barcode, quantity } = refused
  return (
    <Button
      className={classes.other ?? ''}
      loading={isPending}
      leftSection={isSuccess && <IconCheck size={20} stroke={2} aria-hidden="true" />}
      // Only marked as disabled, because a disabled button would lose the focus.
      aria-disabled={isSuccess}
      onClick={() =>
        isSuccess || mutate({ params: { supply_id: supplyId, id: box_id }, body: { barcode, quantity } })
      }
    >
      <span aria-live="polite">{t(isSuccess ? 'asked' : 'ask')}</span>
    </Button>
  )
}

/** Finds a product outside the supply by its barcode, so that the packer sees what to put aside. */
function useProductOf(barcode: string, isUnknown: boolean): ProductBrief | undefined {
  const asked = { query: { limit: 1 }, body: { barcode } }
  const { data } = useCall('products.list', asked, { enabled: isUnknown })
  return data?.products[0]
}

function useRefusalWords(
  { box, supply }: Packing,
  { box_id, refusal: { message } }: RefusedScan,
  { kind, left }: Refusal,
  product: ProductBrief | undefined,
): { title: string; text: string } {
  const t = useTranslations('packing')
  const isHere = box?.id === box_id
  const number = (isHere ? box : supply?.boxes.find(({ id }) => id === box_id))?.number ?? 0
  const planned = box?.items.find(({ product_id }) => product_id === product?.id)?.planned ?? 0
  if (left > 0) return { title: t('too_many'), text: t('too_many_text', { left }) }
  switch (kind) {
    case 'full_box':
      return { title: t('plan_exceeded'), text: t('plan_exceeded_box', { number, planned }) }
    case 'full_supply':
      return { title: t('plan_exceeded'), text: t('plan_exceeded_supply') }
    case 'not_in_box':
      return { title: t('not_in_box'), text: t('not_in_box_text', { number }) }
    case 'not_in_supply':
      return { title: t('plan_foreign'), text: t('plan_foreign_text') }
    case 'misread':
      return { title: t('misread'), text: t('misread_text') }
    case 'unknown':
      return { title: t('barcode_unknown'), text: t('barcode_unknown_text') }
    case 'sealed':
      return { title: t('box_sealed'), text: t('box_sealed_text', { number }) }
    case 'stopped':
      return { title: t('wrong_state'), text: t('wrong_state_text') }
    default:
      return { title: t('other'), text: `${message} ${t('putAside')}`.trim() }
  }
}
