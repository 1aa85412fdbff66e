import type { MoySkladConnection, MoySkladStatus } from '@artel/contract/moysklad/moysklad'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useNow } from '../../../ui/dates/use-now.ts'
import { useFormat } from '../../../ui/figures/format-context.tsx'
import { StatusGlyph, type StatusName } from '../../../ui/marks/status-glyph.tsx'
import { isUnderWay } from '../log/run-words.ts'
import classes from '../moysklad.module.css'
import { useConnect } from './use-connection-steps.tsx'

export type State = {
  status: StatusName
  title: string
  text: string
  /** A button that helps. */
  action?: ReactNode
}

/** The state of the exchange: headline and explanation. */
export function Trouble({ status, title, text, action }: State) {
  return (
    <div className={classes.state} data-status={status}>
      <StatusGlyph status={status} size={22} />
      <div>
        <h2 className={classes.headline}>{title}</h2>
        <p className={classes.lead}>{text}</p>
      </div>
      {action}
    </div>
  )
}

/** True for the owner's view of the connection. Admins get only the status. */
export const isWhole = (status: MoySkladStatus): status is MoySkladConnection => 'masked_token' in status

/** What blocks the exchange; null: nothing. */
export function useTrouble(connection: MoySkladStatus): State | null {
  const t = useTranslations('moySklad')
  const format = useFormat()
  const connect = useConnect(connection)
  const { state, pause, run, next_at } = connection
  // Rerenders while paused, because the exchange resumes when its time comes.
  const now = useNow(5, pause !== null)
  if (state === 'refused') {
    return {
      status: 'refused',
      title: t('refusedTitle'),
      ...(isWhole(connection)
        ? {
            text: t('refusedText'),
            action: <Button onClick={() => void connect()}>{t('newToken')}</Button>,
          }
        : { text: t('refusedTextAdmin') }),
    }
  }
  if (pause && Date.parse(pause.until) > now) {
    const reason = t(`pause_${pause.reason}`)
    return {
      status: 'paused',
      title: t('pausedTitle', { reason, time: format.time(pause.until) }),
      text: t('pausedText'),
    }
  }
  if (run?.state === 'failed' && run.failure && !isUnderWay(connection)) {
    const reason = t(`failure_${run.failure}`)
    return {
      status: 'failed',
      title: t('failedTitle'),
      text: next_at === null ? reason : t('failedNext', { reason, time: format.time(next_at) }),
    }
  }
  return null
}
