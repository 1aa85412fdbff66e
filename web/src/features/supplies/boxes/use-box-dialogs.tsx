import type { Box, BoxLine, Supply } from '@artel/contract/supplies/supplies'
import { useTranslations } from 'use-intl'
import { openDialog } from '../../../ui/dialog/open-dialog.tsx'
import { lazyPart } from '../../../ui/states/lazy-part.ts'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'

// Lazy, because the boxes are shown at once and the forms only later.
const forms = () => import('./box-forms.tsx')
const AddBoxesForm = lazyPart(async () => (await forms()).AddBoxesForm)
const CopyBoxForm = lazyPart(async () => (await forms()).CopyBoxForm)
const MoveLineForm = lazyPart(async () => (await forms()).MoveLineForm)
const EditBoxForm = lazyPart(async () => (await forms()).EditBoxForm)
const PlanBoxesForm = lazyPart(async () => (await import('./plan-boxes-form.tsx')).PlanBoxesForm)
const InspectForm = lazyPart(async () => (await import('../inspections/inspect-form.tsx')).InspectForm)
const BoxLinesForm = lazyPart(async () => (await import('./box-lines-form.tsx')).BoxLinesForm)

const look = {
  isForm: true,
  waiting: <SkeletonRows rows={2} height={60} cells={[{ kind: 'text' }]} />,
} as const

/** A packed supply takes no boxes without content, so its plan can no longer be distributed. */
export const mayPlanBoxes = ({ can, plan, status }: Supply): boolean =>
  can.edit && status !== 'packed' && plan.length > 0

/** Opens the dialogs for the boxes of a supply. */
export function useBoxDialogs({ id: supplyId }: Pick<Supply, 'id'>) {
  const t = useTranslations('supplies')
  return {
    add: () =>
      openDialog(t('addBoxesTitle'), (close) => <AddBoxesForm supplyId={supplyId} close={close} />, look),
    plan: (supply: Supply) =>
      openDialog(t('planBoxes'), (close) => <PlanBoxesForm supply={supply} close={close} />, {
        ...look,
        size: 520,
      }),
    copy: (box: Box) =>
      openDialog(
        t('copyTitle', { number: box.number }),
        (close) => <CopyBoxForm supplyId={supplyId} box={box} close={close} />,
        look,
      ),
    move: (box: Box, item: BoxLine) =>
      openDialog(
        t('moveTitle', { number: box.number }),
        (close) => <MoveLineForm supplyId={supplyId} box={box} item={item} close={close} />,
        look,
      ),
    contents: (box: Box) =>
      openDialog(
        t('contentsTitle', { number: box.number }),
        (close) => <BoxLinesForm supplyId={supplyId} box={box} close={close} />,
        { ...look, size: 720 },
      ),
    inspect: (box: Box) =>
      openDialog(
        t('inspectTitle', { number: box.number }),
        (close) => <InspectForm supplyId={supplyId} box={box} close={close} />,
        { ...look, size: 560 },
      ),
    edit: (box: Box) =>
      openDialog(
        t('editBoxTitle', { number: box.number }),
        (close) => <EditBoxForm supplyId={supplyId} box={box} close={close} />,
        look,
      ),
  }
}
