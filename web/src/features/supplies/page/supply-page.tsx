import type { Supply } from '@artel/contract/supplies/supplies'
import { Button } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { useAddress, useChangeAddress } from '../../../api/list/address.ts'
import { useAddressNumber } from '../../../api/list/address-number.ts'
import { useUser } from '../../../api/session/session.ts'
import { usePageTitle } from '../../../i18n/page-title.ts'
import { Sheet } from '../../../ui/dialog/sheet.tsx'
import { useFormat } from '../../../ui/figures/format-context.tsx'
import { notify } from '../../../ui/notices/notify.ts'
import { PageTabs } from '../../../ui/page/page-tabs.tsx'
import { LazyBoundary } from '../../../ui/states/lazy-boundary.tsx'
import { lazyPart } from '../../../ui/states/lazy-part.ts'
import { BoxList } from '../boxes/box-list.tsx'
import { useRaisePlan } from '../boxes/use-raise-plan.tsx'
import { SupplyGate, waiting } from '../packing/supply-gate.tsx'
import { usePrinters } from '../printing/use-printers.ts'
import { UnsentScans } from '../scanner/unsent-scans.tsx'
import { useSupplySteps } from '../use-supply-steps.ts'
import { SupplyHeader } from './supply-header.tsx'
import classes from './supply-page.module.css'
import { SupplyRail } from './supply-rail.tsx'

// Lazy, because people look at the boxes first.
const SupplyContents = lazyPart(async () => (await import('./supply-contents.tsx')).SupplyContents)
const PrintList = lazyPart(async () => (await import('../printing/print-list.tsx')).PrintList)
const PalletList = lazyPart(async () => (await import('../pallets/pallet-list.tsx')).PalletList)
const PalletPage = lazyPart(async () => (await import('../pallets/pallet-page.tsx')).PalletPage)
const UnsentBoxes = lazyPart(async () => (await import('../pallets/unsent-boxes.tsx')).UnsentBoxes)
const ScanList = lazyPart(async () => (await import('./scan-list.tsx')).ScanList)

const SupplyImportPage = lazyPart(
  async () => (await import('../form/supply-import-page.tsx')).SupplyImportPage,
)
const PackingPage = lazyPart(async () => (await import('../packing/packing-page.tsx')).PackingPage)

/**
 * A supply with its boxes. With `pack` in the address: packs one box. With `pallet`: loads one pallet.
 * With `view=import`: imports boxes from a file. With `raise`, a box, and `set`, a product: opens the form that
 * raises their plan, for an admin.
 */
export function SupplyPage() {
  const { id = '' } = useParams({ strict: false })
  const [packed] = useAddressNumber('pack')
  const [pallet] = useAddressNumber('pallet')
  if (pallet !== null)
    return (
      <SupplyGate>
        {(supply) => (
          <LazyBoundary fallback={waiting}>
            <PalletPage
              key={`${id} ${pallet}`}
              supplyId={supply.id}
              supplyNumber={supply.number}
              palletId={pallet}
            />
          </LazyBoundary>
        )}
      </SupplyGate>
    )
  if (packed === null)
    return <SupplyGate>{(supply) => <Opened key={supply.id} supply={supply} />}</SupplyGate>
  return (
    <LazyBoundary fallback={waiting}>
      <PackingPage key={id} supplyId={Number(id)} boxId={packed} />
    </LazyBoundary>
  )
}

function Opened({ supply }: { supply: Supply }) {
  const { view } = useAddress()
  const isAdmin = useUser().type !== 'staff'
  if (view !== 'import' || !isAdmin) return <SupplySheet supply={supply} />
  return (
    <LazyBoundary fallback={waiting}>
      <SupplyImportPage supply={supply} />
    </LazyBoundary>
  )
}

const tabs = ['boxes', 'pallets', 'plan', 'scans', 'prints'] as const
type Tab = (typeof tabs)[number]

const words = {
  boxes: 'tabBoxes',
  pallets: 'tabPallets',
  plan: 'tabPlan',
  scans: 'tabScans',
  prints: 'tabPrints',
} as const

function SupplySheet({ supply }: { supply: Supply }) {
  const t = useTranslations('supplies')
  const { number, deleted_at } = supply
  usePageTitle(t('one', { number }))
  const { tab } = useAddress()
  const shown: Tab = tabs.find((one) => one === tab) ?? 'boxes'
  useAskedPlan(supply)
  return (
    <Sheet fill>
      <SupplyHeader supply={supply} />
      {deleted_at !== null && <InTrash supply={supply} />}
      <UnsentScans supplyId={supply.id} />
      <LazyBoundary>
        <UnsentBoxes supplyId={supply.id} />
      </LazyBoundary>
      <SupplyRail supply={supply} />
      {supply.comment !== '' && <p className={classes.comment}>{supply.comment}</p>}
      <Tabs supply={supply} shown={shown} />
      <LazyBoundary fallback={waiting}>
        {shown === 'boxes' && <BoxList supply={supply} />}
        {shown === 'pallets' && <PalletList supply={supply} />}
        {shown === 'plan' && <SupplyContents supply={supply} />}
        {shown === 'scans' && <ScanList supply={supply} />}
        {shown === 'prints' && <PrintList supply={supply} />}
      </LazyBoundary>
    </Sheet>
  )
}

/** Opens the form that a packer has asked for, once. */
function useAskedPlan({ id, can }: Supply): void {
  const t = useTranslations('packing')
  const { raise } = useRaisePlan(id, () => notify({ text: t('raisedForOthers'), tone: 'ok' }))
  const [boxId] = useAddressNumber('raise')
  const [productId] = useAddressNumber('set')
  const change = useChangeAddress()
  const asked = boxId !== null && productId !== null && can.edit ? `${boxId} ${productId}` : null
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each request
  useEffect(() => {
    if (asked === null || boxId === null || productId === null) return
    change({ raise: undefined, set: undefined }, { replaces: true })
    raise({ boxId, productId, quantity: 1 })
  }, [asked])
}

function Tabs({ supply, shown }: { supply: Supply; shown: Tab }) {
  const t = useTranslations('supplies')
  const format = useFormat()
  const hasPrinters = usePrinters().length > 0
  const counts: Partial<Record<Tab, number>> = {
    boxes: supply.boxes_count,
    plan: supply.products.length,
  }
  return (
    <PageTabs label={t('tabs')} open={shown}>
      {tabs
        .filter((tab) => tab !== 'prints' || hasPrinters || shown === tab)
        .map((tab) => (
          <Link
            key={tab}
            to="/supply/$id"
            params={{ id: String(supply.id) }}
            search={tab === 'boxes' ? {} : { tab }}
            // The current tab is marked below instead, because a box in the address does not change the tab.
            activeOptions={{ exact: true, includeSearch: true }}
            {...(tab === shown && { 'aria-current': 'page' as const })}
          >
            {t(words[tab])}
            {counts[tab] !== undefined && <span>{format.number(counts[tab])}</span>}
          </Link>
        ))}
    </PageTabs>
  )
}

function InTrash({ supply }: { supply: Supply }) {
  const t = useTranslations('supplies')
  const { restore } = useSupplySteps()
  return (
    <div className={classes.trash}>
      <span>{t('deletedText')}</span>
      {supply.can.restore && (
        <Button variant="default" size="xs" onClick={() => restore(supply)}>
          {t('restore')}
        </Button>
      )}
    </div>
  )
}
