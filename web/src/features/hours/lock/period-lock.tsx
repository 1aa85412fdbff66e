import { Button, MenuItem } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useUser } from '../../../api/session/session.ts'
import { openDialog } from '../../../ui/dialog/open-dialog.tsx'
import { useFormat } from '../../../ui/figures/format-context.tsx'
import { PopupMenu } from '../../../ui/popup/popup-menu.tsx'
import { lazyPart } from '../../../ui/states/lazy-part.ts'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'

const LockForm = lazyPart(async () => (await import('./lock-forms.tsx')).LockForm)
const UnlockForm = lazyPart(async () => (await import('./lock-forms.tsx')).UnlockForm)

const look = {
  isForm: true,
  size: 440,
  waiting: <SkeletonRows rows={2} height={60} cells={[{ kind: 'text' }]} />,
} as const

/** The day up to which hours are locked, and buttons to lock more. The owner may also unlock. */
export function PeriodLock({ lockedUntil }: { lockedUntil: string | null }) {
  const t = useTranslations('teamHours')
  const format = useFormat()
  const isOwner = useUser().type === 'owner'
  const lock = () =>
    openDialog(t('lockTitle'), (close) => <LockForm lockedUntil={lockedUntil} close={close} />, look)
  const props = {
    variant: 'default',
    size: 'xs',
    leftSection: <IconLock size={14} stroke={1.8} />,
    children: lockedUntil === null ? t('lock') : t('lockedUntil', { day: format.date(lockedUntil) }),
  } as const
  if (lockedUntil === null || !isOwner) return <Button {...props} onClick={lock} />
  const unlock = () =>
    openDialog(t('unlockTitle'), (close) => <UnlockForm lockedUntil={lockedUntil} close={close} />, look)
  return (
    <PopupMenu position="bottom-end" target={<Button {...props} />}>
      <MenuItem onClick={lock}>{t('lockMore')}</MenuItem>
      <MenuItem onClick={unlock}>{t('unlockDays')}</MenuItem>
    </PopupMenu>
  )
}
