import type { MoySkladStatus } from '@artel/contract/moysklad/moysklad'
import type { MoySkladLogLine } from '@artel/contract/moysklad/moysklad.log'
import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { DateText } from '../../../ui/dates/date-text.tsx'
import { Partial } from '../items/open-rows.tsx'
import healthClasses from '../log/health.module.css'
import { Messages, useCalm } from '../log/health-part.tsx'
import { HealthTable } from '../log/health-table.tsx'
import { LogPanel } from '../log/log-panel.tsx'
import { LogCard } from '../log/log-parts.tsx'
import { Done } from '../log/run-list.tsx'
import { isUnderWay } from '../log/run-words.ts'
import classes from '../moysklad.module.css'
import { RunProgress } from './run-progress.tsx'
import { type State, Trouble, useTrouble } from './trouble.tsx'
import { useConnectionSteps } from './use-connection-steps.tsx'

/** The exchange for admins: whether it works and what it has done. Only the owner sets it up. */
export function AdminStatus({ status }: { status: MoySkladStatus }) {
  const t = useTranslations('moySklad')
  const state = useAdminState(status)
  const steps = useConnectionSteps()
  const isGoing = isUnderWay(status)
  const { run } = status
  return (
    <div className={classes.scroll}>
      <div className={healthClasses.top}>
        <Trouble {...state} />
        {status.state === 'on' && !isGoing && (
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} stroke={1.8} />}
            loading={steps.isBusy}
            onClick={steps.sync}
          >
            {t('syncNow')}
          </Button>
        )}
      </div>
      {run && (
        <section className={healthClasses.block}>
          {isGoing ? (
            <RunProgress run={run} writes={status.state === 'on'} />
          ) : (
            <>
              <h3 className={classes.heading}>{t('lastRun')}</h3>
              <div className={classes.ways}>
                <DateText value={run.started_at} withTime />
                <Done run={run} />
              </div>
            </>
          )}
        </section>
      )}
      <Partial status={status} />
      <section className={healthClasses.block}>
        <h3 className={classes.heading}>{t('health')}</h3>
        <HealthTable status={status} />
        <Messages status={status} />
      </section>
      <Log lines={status.log} />
    </div>
  )
}

function useAdminState(status: MoySkladStatus): State {
  const t = useTranslations('moySklad')
  const trouble = useTrouble(status)
  const calm = useCalm(status)
  if (trouble) return trouble
  if (status.state === 'choosing')
    return { status: 'pending', title: t('adminChoosing'), text: t('adminChoosingText') }
  if (status.state === 'checking')
    return { status: 'pending', title: t('adminChecking'), text: t('adminCheckingText') }
  if (status.state === 'reading')
    return isUnderWay(status)
      ? { status: 'processing', title: t('readingTitle'), text: t('readingText') }
      : { status: 'paused', title: t('readingStopped'), text: t('adminReadingText') }
  if (isUnderWay(status)) return { status: 'processing', title: t('runningTitle'), text: t('runningText') }
  return calm
}

/** The newest log entries. */
function Log({ lines }: { lines: readonly MoySkladLogLine[] }) {
  const t = useTranslations('moySklad')
  const [opened, setOpened] = useState<MoySkladLogLine | null>(null)
  return (
    <section className={healthClasses.block} aria-label={t('part_log')}>
      <h3 className={classes.heading}>{t('part_log')}</h3>
      {lines.length === 0 && <p className={classes.hint}>{t('logNone')}</p>}
      <ul className={healthClasses.log}>
        {lines.map((line) => (
          <li key={line.id}>
            <LogCard line={line} onOpen={() => setOpened(line)} />
          </li>
        ))}
      </ul>
      <LogPanel line={opened} onClose={() => setOpened(null)} />
    </section>
  )
}
