import type { Shift } from '@artel/contract/hours/hours'
import { useTranslations } from 'use-intl'
import { useUser } from '../../../api/session/session.ts'
import { openDialog } from '../../../ui/dialog/open-dialog.tsx'
import { lazyPart } from '../../../ui/states/lazy-part.ts'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'
import { useShiftWords } from '../use-shift-words.ts'

// Lazy, because the forms bring the calendar.
const EndForm = lazyPart(async () => (await import('./shift-end-form.tsx')).ShiftEndForm)
const NewForm = lazyPart(async () => (await import('./shift-forms.tsx')).NewShiftForm)
const EditForm = lazyPart(async () => (await import('./shift-forms.tsx')).EditShiftForm)
const Removal = lazyPart(async () => (await import('./shift-removal.tsx')).ShiftRemoval)

const waiting = <SkeletonRows rows={3} height={60} cells={[{ kind: 'text' }]} />
const look = { isForm: true, size: 528, waiting } as const

export type Worker = { id: number; full_name: string }

/** Opens the dialogs that settle, create, correct and delete a shift. */
export function useShiftDialogs() {
  const t = useTranslations('shifts')
  const words = useShiftWords()
  const me = useUser()
  const named = ({ user, day }: Shift) => ({ name: user.full_name, day: words.day(day) })
  return {
    /** Asks which end is right. */
    settle: (shift: Shift) =>
      openDialog(
        shift.user_id === me.id ? words.when(shift.day) : t('endTitle', named(shift)),
        (close) => <EndForm shift={shift} close={close} />,
        { ...look, size: 440 },
      ),
    /** `day`: the default day. */
    create: (worker: Worker, day: string) =>
      openDialog(
        t('createTitle', { name: worker.full_name }),
        (close) => <NewForm worker={worker} day={day} close={close} />,
        look,
      ),
    edit: (shift: Shift) =>
      openDialog(t('editTitle', named(shift)), (close) => <EditForm shift={shift} close={close} />, look),
    remove: (shift: Shift) =>
      openDialog(
        t('removeTitle', { ...named(shift), span: words.span(shift) }),
        (close) => <Removal shift={shift} close={close} />,
        { ...look, size: 440 },
      ),
  }
}
