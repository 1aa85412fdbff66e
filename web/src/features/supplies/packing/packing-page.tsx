import { useTranslations } from 'use-intl'
import { ApiFailure, listErrorOf } from '../../../api/send/failure.ts'
import { usePageTitle } from '../../../i18n/page-title.ts'
import { isDialogOpen } from '../../../ui/dialog/only-dialog.ts'
import { notify } from '../../../ui/notices/notify.ts'
import { ErrorState } from '../../../ui/states/states.tsx'
import { useScannedPallet } from '../pallets/use-scanned-pallet.ts'
import { usePlacePrinting } from '../printing/use-place-printing.ts'
import { playSound } from '../scanner/scan-sounds.ts'
import { useScanner } from '../scanner/use-scanner.ts'
import classes from './packing.module.css'
import { PackingBox } from './packing-box.tsx'
import { PackingClosing } from './packing-closing.tsx'
import { PackingHand } from './packing-hand.tsx'
import { PackingHeader } from './packing-header.tsx'
import { PackingRefusal } from './packing-refusal.tsx'
import { PackingTools } from './packing-tools.tsx'
import { waiting } from './supply-gate.tsx'
import { usePacking } from './use-packing.ts'

type PackingPageProps = { supplyId: number; boxId: number }

/** Packing of one box: each scan adds a piece to it, without any press or choice. */
export function PackingPage({ supplyId, boxId }: PackingPageProps) {
  const t = useTranslations('packing')
  const packing = usePacking(supplyId, boxId)
  const printing = usePlacePrinting(supplyId)
  const { box, supply, refused, failure } = packing
  // The header grows with the list of packers.
  // All of it is shown at once, so that nothing shifts under a thumb.
  const isKnown = box && supply && (packing.packing || failure)
  const openPallet = useScannedPallet(supplyId, (code) => packing.productOf(code) !== undefined)
  usePageTitle(supply ? t('title', { number: supply.number }) : t('inHand'))
  useScanner({
    onScan: (code) => {
      // An open dialog hides the screen, so a scan would go unnoticed. It is refused with a sound and a notice.
      if (!isDialogOpen()) return void openPallet(code, () => packing.add(code))
      playSound('refused')
      notify({ text: t('dialogOpen'), tone: 'bad' })
    },
    isKnown: (code) => packing.productOf(code) !== undefined,
  })
  return (
    <>
      <div className={classes.screen} inert={refused !== null}>
        <PackingHeader supplyId={supplyId} packing={packing} printing={printing} />
        {isKnown ? (
          <div className={classes.work}>
            <PackingHand packing={packing} supplyId={supplyId} box={box} />
            <PackingBox packing={packing} box={box} />
            <div className={classes.feet}>
              <PackingTools packing={packing} supplyId={supplyId} boxId={boxId} />
              <PackingClosing packing={packing} supplyId={supplyId} box={box} onClosed={printing.onClosed} />
            </div>
          </div>
        ) : failure ? (
          <ErrorState {...wordsOf(failure, t)} onRetry={packing.retry} />
        ) : (
          waiting
        )}
      </div>
      {refused && <PackingRefusal supplyId={supplyId} packing={packing} refused={refused} />}
    </>
  )
}

type Words = (key: 'boxGone' | 'loadFailed') => string

const wordsOf = (failure: NonNullable<ReturnType<typeof usePacking>['failure']>, t: Words) =>
  failure instanceof ApiFailure && failure.statusCode === 404
    ? { title: t('boxGone') }
    : listErrorOf(failure, t('loadFailed'))
