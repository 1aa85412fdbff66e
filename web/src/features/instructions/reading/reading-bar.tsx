import type { Instruction } from '@artel/contract/instructions/instructions'
import { Button } from '@mantine/core'
import { IconCircleCheckFilled } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useUser } from '../../../api/session/session.ts'
import { useFormat } from '../../../ui/figures/format-context.tsx'
import { confirmReading } from './confirm-reading.ts'
import classes from './reading-bar.module.css'

type ReadingBarProps = {
  instruction: Instruction
  /** An addition to the button's text, and the action after the confirmation. */
  next?: { label: string; run: () => void }
  /** Another button beside it. */
  children?: ReactNode
}

/** A bar at the bottom: the button that confirms the reading, or when it was confirmed. */
export function ReadingBar({ instruction, next, children }: ReadingBarProps) {
  const t = useTranslations('instructions')
  const { type } = useUser()
  // Admins do not count as readers, so they are not asked.
  const asks = instruction.can.read && type === 'staff'
  const press = async () => {
    await confirmReading(instruction)
    next?.run()
  }
  const isRead = instruction.requires_ack && instruction.is_read
  if (!asks && !isRead && !next && !children) return null
  return (
    <div className={classes.bar}>
      {asks ? (
        <span className={classes.hint}>{t('readHint')}</span>
      ) : (
        isRead && <WasRead instruction={instruction} />
      )}
      <span className={classes.ways}>
        {children}
        {asks && (
          <Button className={classes.button ?? ''} onClick={() => void press()}>
            {next?.label ?? t('confirm')}
          </Button>
        )}
        {!asks && next && (
          <Button className={classes.button ?? ''} onClick={next.run}>
            {next.label}
          </Button>
        )}
      </span>
    </div>
  )
}

function WasRead({ instruction: { read_by } }: { instruction: Instruction }) {
  const t = useTranslations('instructions')
  const format = useFormat()
  const { id } = useUser()
  const own = read_by.find(({ user }) => user.id === id)
  return (
    <span className={classes.read} role="status">
      <IconCircleCheckFilled size={20} aria-hidden="true" />
      {own ? t('wasRead', { day: format.date(own.read_at) }) : t('isRead')}
    </span>
  )
}
