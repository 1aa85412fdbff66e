import { palletCode } from '@artel/contract/supplies/sscc'
import { ActionIcon, Button, VisuallyHidden } from '@mantine/core'
import {
  IconArrowLeft,
  IconCircleCheckFilled,
  IconClock,
  IconLock,
  IconMinus,
  IconPlus,
  IconPrinter,
  IconRepeat,
  IconScan,
  IconWifiOff,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { listErrorOf } from '../../../api/send/failure.ts'
import { usePageTitle } from '../../../i18n/page-title.ts'
import { isDialogOpen } from '../../../ui/dialog/only-dialog.ts'
import { useFormat } from '../../../ui/figures/format-context.tsx'
import { notify } from '../../../ui/notices/notify.ts'
import { Code } from '../../../ui/page/code.tsx'
import { ErrorState } from '../../../ui/states/states.tsx'
import packing from '../packing/packing.module.css'
import boxLook from '../packing/packing-box.module.css'
import header from '../packing/packing-header.module.css'
import { waiting } from '../packing/supply-gate.tsx'
import { playSound } from '../scanner/scan-sounds.ts'
import { useScanner } from '../scanner/use-scanner.ts'
import { PalletRefusal } from './pallet-refusal.tsx'
import { PalletTools } from './pallet-tools.tsx'
import { type Loading, usePallet } from './use-pallet.ts'
import { usePalletActions } from './use-pallet-actions.ts'

type PalletPageProps = { supplyId: number; supplyNumber: string; palletId: number }

/** Loading of one pallet: each scanned box goes onto it. The code of another pallet leads to that one. */
export function PalletPage({ supplyId, supplyNumber, palletId }: PalletPageProps) {
  const t = useTranslations('pallets')
  const loading = usePallet(supplyId, palletId)
  const { open } = usePalletActions({ id: supplyId })
  const { pallet, refused, failure } = loading
  usePageTitle(pallet ? t('palletOf', { number: pallet.number }) : t('inHand'))
  const scan = (scanned: string) => {
    const code = palletCode(scanned)
    const other = loading.boxOf(scanned) ? undefined : loading.pallets.find(({ barcode }) => barcode === code)
    if (!other || refused) return loading.add(scanned)
    playSound('complete')
    if (other.id === palletId) return
    notify({ text: t('otherPallet', { number: other.number }), tone: 'ok' })
    open(other)
  }
  useScanner({
    onScan: (code) => {
      // An open dialog hides the screen, so a scan would go unnoticed.
      if (!isDialogOpen()) return scan(code)
      playSound('refused')
      notify({ text: t('dialogOpen'), tone: 'bad' })
    },
    isKnown: (code) =>
      loading.boxOf(code) !== undefined ||
      loading.pallets.some(({ barcode }) => barcode === palletCode(code)),
  })
  return (
    <>
      <div className={packing.screen} inert={refused !== null}>
        <Header supplyId={supplyId} supplyNumber={supplyNumber} loading={loading} />
        {pallet ? (
          <div className={packing.work}>
            <InHand loading={loading} />
            <OnPallet supplyId={supplyId} loading={loading} />
            <div className={packing.feet}>
              <PalletTools supplyId={supplyId} loading={loading} onCode={scan} />
              <Closing supplyId={supplyId} loading={loading} />
            </div>
          </div>
        ) : loading.isGone ? (
          <ErrorState title={t('gone')} onRetry={loading.retry} />
        ) : failure ? (
          <ErrorState {...listErrorOf(failure, t('failed'))} onRetry={loading.retry} />
        ) : (
          waiting
        )}
      </div>
      {refused && <PalletRefusal loading={loading} refused={refused} />}
    </>
  )
}

type PartProps = { supplyId: number; loading: Loading }

function Header({ supplyId, supplyNumber, loading }: PartProps & { supplyNumber: string }) {
  const t = useTranslations('pallets')
  const words = useTranslations('packing')
  const { looseCount, waiting: boxes, isLost } = loading
  const Icon = isLost ? IconWifiOff : IconScan
  return (
    <header className={header.header}>
      <ActionIcon
        size={44}
        aria-label={t('back')}
        title={t('back')}
        renderRoot={(props) => (
          <Link to="/supply/$id" params={{ id: String(supplyId) }} search={{ tab: 'pallets' }} {...props} />
        )}
      >
        <IconArrowLeft size={22} stroke={1.6} />
      </ActionIcon>
      <div className={header.titles}>
        <h1 className={header.title}>{t('title', { number: supplyNumber })}</h1>
      </div>
      <div className={header.whole}>
        <span className={header.wholeWords}>{t('left', { count: looseCount })}</span>
      </div>
      <span className={header.scanner} data-state={isLost ? 'lost' : 'ready'} role="status">
        <Icon size={18} stroke={1.8} aria-hidden="true" />
        {isLost ? words('lost', { count: boxes.length }) : words('ready')}
      </span>
    </header>
  )
}

/** The box that was scanned last, and how many stand on the pallet. */
function InHand({ loading }: { loading: Loading }) {
  const t = useTranslations('pallets')
  const format = useFormat()
  const { pallet, inHand, count, isLost } = loading
  if (!pallet) return null
  const { number } = pallet
  const own = loading.coming.some(({ barcode }) => barcode === inHand?.barcode)
  return (
    <section className={packing.hand} aria-label={t('inHand')} data-plain>
      <div className={packing.handName} style={{ gridColumn: '1 / -1' }}>
        <span className={packing.quiet}>{t('palletOf', { number })}</span>
        <h2 className={packing.name}>
          {pallet.closed_at !== null
            ? t('closed', { number })
            : !inHand
              ? t(count > 0 ? 'next' : 'first')
              : inHand.box
                ? t('box', { number: inHand.box.number })
                : t(isLost ? 'unknownLost' : 'unknownBox')}
        </h2>
        {inHand ? (
          <span className={packing.codes}>
            <span>{inHand.barcode}</span>
          </span>
        ) : (
          <span className={packing.quiet}>{t(pallet.closed_at === null ? 'firstText' : 'closedText')}</span>
        )}
      </div>
      <div className={packing.count} style={{ gridColumn: '1 / -1' }}>
        <span className={packing.quiet}>{t('onIt', { number })}</span>
        <p className={packing.figures} aria-hidden="true" data-long={String(count).length > 2 || undefined}>
          <span key={count} className={packing.figure}>
            {format.number(count)}
          </span>
        </p>
        <VisuallyHidden role="status">{t('onItCount', { number, count })}</VisuallyHidden>
        {inHand && own && (
          <p className={packing.waits}>
            <IconClock size={20} stroke={1.8} aria-hidden="true" />
            {t(isLost ? 'waits' : 'sent')}
          </p>
        )}
        {inHand?.isTwice && (
          <p className={packing.waits}>
            <IconRepeat size={20} stroke={1.8} aria-hidden="true" />
            {t('twice')}
          </p>
        )}
        {inHand && !own && !inHand.isTwice && (
          <p className={packing.said}>
            <IconCircleCheckFilled size={20} aria-hidden="true" />
            {t('counted')}
          </p>
        )}
      </div>
    </section>
  )
}

/** The boxes on the pallet. */
function OnPallet({ supplyId, loading }: PartProps) {
  const t = useTranslations('pallets')
  const words = useTranslations('packing')
  const { takeOff } = usePalletActions({ id: supplyId })
  const { pallet, standing, coming, boxOf } = loading
  if (!pallet) return null
  return (
    <aside className={boxLook.box} aria-label={t('listed')}>
      <div className={boxLook.boxHead}>
        <h2 className={packing.name}>{t('palletOf', { number: pallet.number })}</h2>
        <Code>{pallet.barcode}</Code>
      </div>
      <div className={boxLook.boxBody}>
        {standing.length + coming.length === 0 ? (
          <p className={packing.quiet}>{pallet.boxes_count === 0 ? t('empty') : ''}</p>
        ) : (
          <ol className={boxLook.scans}>
            {coming.map(({ id, barcode }) => {
              const box = boxOf(barcode)
              return (
                <li key={id} data-waits>
                  <span>{words('waits')}</span>
                  <span className={boxLook.scanName}>{box ? t('box', { number: box.number }) : barcode}</span>
                </li>
              )
            })}
            {standing.map((box) => (
              <li key={box.id}>
                <span>{t('box', { number: box.number })}</span>
                <span className={boxLook.scanName}>{box.barcode}</span>
                {pallet.can.load && (
                  <ActionIcon
                    size={36}
                    variant="subtle"
                    color="gray"
                    aria-label={t('takeOffBox', { number: box.number })}
                    title={t('takeOff')}
                    onClick={() => takeOff(pallet, box)}
                  >
                    <IconMinus size={18} stroke={1.8} />
                  </ActionIcon>
                )}
              </li>
            ))}
          </ol>
        )}
      </div>
    </aside>
  )
}

/** Closes the pallet, prints its label and begins the next one. */
function Closing({ supplyId, loading }: PartProps) {
  const t = useTranslations('pallets')
  const { close, reopen, create, print, isBusy, isPrinting } = usePalletActions({ id: supplyId })
  const { pallet } = loading
  if (!pallet) return null
  const { can } = pallet
  const waits = loading.waiting.some(({ pallet_id }) => pallet_id === pallet.id)
  const isClosed = pallet.closed_at !== null
  return (
    <div className={packing.closing}>
      {isClosed && (
        <p className={packing.closed}>
          <IconLock size={18} stroke={1.8} aria-hidden="true" />
          {t('closed', { number: pallet.number })}
        </p>
      )}
      {!can.load && !can.reopen && <p className={packing.quiet}>{t('notPacking')}</p>}
      {waits && loading.isLost && <p className={packing.quiet}>{t('closeWaits')}</p>}
      <Button
        variant="default"
        className={packing.tool ?? ''}
        leftSection={<IconPrinter size={20} stroke={1.8} />}
        loading={isPrinting}
        onClick={() => print(pallet, '58x40')}
      >
        {t('print')}
      </Button>
      {can.reopen && (
        <Button
          variant="default"
          className={packing.tool ?? ''}
          loading={isBusy}
          onClick={() => reopen(pallet)}
        >
          {t('reopen')}
        </Button>
      )}
      {isClosed && can.reopen && (
        <Button
          className={packing.tool ?? ''}
          leftSection={<IconPlus size={20} stroke={1.8} />}
          loading={isBusy}
          onClick={create}
        >
          {t('create')}
        </Button>
      )}
      {can.load && (
        <Button
          className={packing.tool ?? ''}
          leftSection={<IconLock size={20} stroke={1.8} />}
          loading={isBusy}
          // Only marked as disabled, because a disabled button would lose the focus with each scan.
          aria-disabled={waits || !can.close}
          onClick={() => !waits && can.close && close(pallet)}
        >
          {t('close')}
        </Button>
      )}
    </div>
  )
}
