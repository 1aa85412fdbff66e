import type { Shift } from '@artel/contract/hours/hours'
import { Button, MenuItem } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { MoreMenu } from '../../../ui/popup/more-menu.tsx'
import { useShiftWords } from '../use-shift-words.ts'
import { useShiftDialogs } from './use-shift-dialogs.tsx'

/**
 * The actions this person may take on a shift. In a row the others are behind «…», on a card all are visible.
 */
export function ShiftActions({ shift, isRow = false }: { shift: Shift; isRow?: boolean }) {
  const t = useTranslations('shifts')
  const dialogs = useShiftDialogs()
  const Others = isRow ? InMenu : InSight
  return (
    <>
      {shift.can.confirm && (
        <Button
          variant="default"
          {...(isRow && { size: 'compact-sm' })}
          onClick={(event) => {
            // A click on the row would also open its day.
            event.stopPropagation()
            dialogs.settle(shift)
          }}
        >
          {t(isRow ? 'settleShort' : 'settle')}
        </Button>
      )}
      {shift.can.edit && (
        <Others shift={shift} edit={() => dialogs.edit(shift)} remove={() => dialogs.remove(shift)} />
      )}
    </>
  )
}

type OthersProps = { shift: Shift; edit: () => void; remove: () => void }

function InMenu({ shift, edit, remove }: OthersProps) {
  const t = useTranslations('shifts')
  const words = useShiftWords()
  return (
    <MoreMenu label={t('moreOf', { day: words.day(shift.day) })}>
      <MenuItem onClick={edit}>{t('edit')}</MenuItem>
      {shift.can.delete && (
        <MenuItem color="red" onClick={remove}>
          {t('remove')}
        </MenuItem>
      )}
    </MoreMenu>
  )
}

function InSight({ shift, edit, remove }: OthersProps) {
  const t = useTranslations('shifts')
  return (
    <>
      <Button variant="default" onClick={edit}>
        {t('edit')}
      </Button>
      {shift.can.delete && (
        <Button variant="subtle" color="gray" onClick={remove}>
          {t('remove')}
        </Button>
      )}
    </>
  )
}
