import type { Shift } from '@artel/contract/hours'
import { Button, Menu } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { MoreMenu } from '../../ui/more-menu.tsx'
import { useShiftDialogs } from './use-shift-dialogs.tsx'
import { useShiftWords } from './use-shift-words.ts'

/** What this person may do with a shift: in a row the rest behind «…», on a card all in sight. */
export function ShiftActions({ shift, isRow = false }: { shift: Shift; isRow?: boolean }) {
  const t = useTranslations('shifts')
  const words = useShiftWords()
  const dialogs = useShiftDialogs()
  const { can } = shift
  const settle = can.confirm && (
    <Button
      variant="default"
      {...(isRow && { size: 'compact-sm' })}
      onClick={(event) => {
        event.stopPropagation()
        dialogs.settle(shift)
      }}
    >
      {t(isRow ? 'settleShort' : 'settle')}
    </Button>
  )
  if (!isRow) {
    return (
      <>
        {settle}
        {can.edit && (
          <Button variant="default" onClick={() => dialogs.edit(shift)}>
            {t('edit')}
          </Button>
        )}
        {can.delete && (
          <Button variant="subtle" color="gray" onClick={() => dialogs.remove(shift)}>
            {t('remove')}
          </Button>
        )}
      </>
    )
  }
  return (
    <>
      {settle}
      {can.edit && (
        <MoreMenu label={t('moreOf', { day: words.day(shift.day) })}>
          <Menu.Item onClick={() => dialogs.edit(shift)}>{t('edit')}</Menu.Item>
          <Menu.Item color="red" onClick={() => dialogs.remove(shift)}>
            {t('remove')}
          </Menu.Item>
        </MoreMenu>
      )}
    </>
  )
}
