import type { Shift } from '@artel/contract/hours/hours'
import { IconLock } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { Tag } from '../../../ui/marks/tag.tsx'
import classes from './shift-parts.module.css'

/** Tags for a shift that runs or is unconfirmed. */
export function ShiftTags({ shift }: { shift: Pick<Shift, 'ended_at' | 'confirmed'> }) {
  const t = useTranslations('shifts')
  return (
    <>
      {shift.ended_at === null && <Tag tone="ok">{t('onShift')}</Tag>}
      {!shift.confirmed && <Tag tone="warn">{t('unconfirmed')}</Tag>}
    </>
  )
}

/** Marks a locked day. */
export function LockMark() {
  const t = useTranslations('shifts')
  return (
    <span className={classes.lock} role="img" aria-label={t('locked')} title={t('locked')}>
      <IconLock size={14} stroke={1.8} aria-hidden="true" />
    </span>
  )
}
