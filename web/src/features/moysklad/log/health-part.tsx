import type { MoySkladConnection, MoySkladStatus } from '@artel/contract/moysklad/moysklad'
import { Button, MenuItem } from '@mantine/core'
import { IconListSearch, IconRefresh } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { refreshEntities } from '../../../api/cache/refresh.ts'
import { useNow } from '../../../ui/dates/use-now.ts'
import { useFormat } from '../../../ui/figures/format-context.tsx'
import { inPageHeader, MoreMenu } from '../../../ui/popup/more-menu.tsx'
import { RunProgress } from '../connect/run-progress.tsx'
import { type State, Trouble, useTrouble } from '../connect/trouble.tsx'
import { useConnectionSteps } from '../connect/use-connection-steps.tsx'
import { OpenRows } from '../items/open-rows.tsx'
import classes from '../moysklad.module.css'
import healthClasses from './health.module.css'
import { HealthTable } from './health-table.tsx'
import { RunList } from './run-list.tsx'
import { isUnderWay } from './run-words.ts'

/** Whether the exchange works, first in words, then the figures of each part. */
export function HealthPart({ connection }: { connection: MoySkladConnection }) {
  const t = useTranslations('moySklad')
  const trouble = useTrouble(connection)
  const calm = useCalm(connection)
  const isGoing = isUnderWay(connection)
  useFreshLists(connection)
  const running: State = { status: 'processing', title: t('runningTitle'), text: t('runningText') }
  const state = trouble ?? (isGoing ? running : calm)
  return (
    <div className={classes.scroll}>
      <div className={healthClasses.top}>
        <Trouble {...state} />
        {connection.state === 'on' && <Ways connection={connection} />}
      </div>
      {isGoing && connection.run && (
        <div className={healthClasses.block}>
          <RunProgress run={connection.run} writes />
        </div>
      )}
      <OpenRows connection={connection} />
      <section className={healthClasses.block}>
        <h3 className={classes.heading}>{t('health')}</h3>
        <HealthTable status={connection} />
        <Messages status={connection} />
      </section>
      <section className={healthClasses.block}>
        <h3 className={classes.heading}>{t('runs')}</h3>
        <RunList />
      </section>
    </div>
  )
}

/**
 * Refetches the lists when the state of the run changes,
 * so that the result shows even if the end event was missed.
 */
function useFreshLists({ run }: MoySkladConnection) {
  const stage = run ? `${run.id} ${run.state}` : ''
  const [shown, setShown] = useState(stage)
  useEffect(() => {
    if (stage === shown) return
    setShown(stage)
    void refreshEntities('moy_sklad')
  }, [stage, shown])
}

/** The state in words while nothing blocks the exchange. */
export function useCalm({ health, next_at }: MoySkladStatus): State {
  const t = useTranslations('moySklad')
  const format = useFormat()
  const now = useNow(20)
  const chosen = health.filter(({ is_chosen, may_read }) => is_chosen && may_read)
  // The age of the whole is the age of its oldest part.
  const oldest = chosen
    .map(({ succeeded_at }) => succeeded_at ?? '')
    .sort()
    .at(0)
  const seconds = oldest ? Math.max(0, (now - Date.parse(oldest)) / 1000) : null
  const ago =
    seconds === null
      ? null
      : seconds < 60
        ? t('justNow')
        : t('ago', { time: format.duration(seconds, { units: 1 }) })
  const last = ago === null ? t('lastNone') : t('last', { ago })
  const text = next_at === null ? last : `${last}, ${t('next_at', { time: format.time(next_at) })}`
  const isOpen = health.some(({ waiting, failed, partial }) => waiting + failed + partial > 0)
  return isOpen
    ? { status: 'pending', title: t('attentionTitle'), text: t('attentionText', { last: text }) }
    : { status: 'done', title: t('okTitle'), text }
}

function Ways({ connection }: { connection: MoySkladConnection }) {
  const t = useTranslations('moySklad')
  const steps = useConnectionSteps()
  if (isUnderWay(connection)) {
    return (
      <div className={classes.ways}>
        <Button variant="default" loading={steps.isBusy} onClick={steps.stop}>
          {t('stop')}
        </Button>
      </div>
    )
  }
  return (
    <div className={classes.ways}>
      <Button
        variant="default"
        leftSection={<IconRefresh size={16} stroke={1.8} />}
        loading={steps.isBusy}
        onClick={steps.sync}
      >
        {t('syncNow')}
      </Button>
      <MoreMenu look={inPageHeader}>
        <MenuItem leftSection={<IconListSearch size={16} stroke={1.8} />} onClick={() => void steps.full()}>
          {t('full')}
        </MenuItem>
      </MoreMenu>
    </div>
  )
}

/** Whether MoySklad sends webhooks, and how many messages wait. */
export function Messages({ status: { hooks } }: { status: MoySkladStatus }) {
  const t = useTranslations('moySklad')
  const format = useFormat()
  const parts = [
    t(`hooks_${hooks.state}`),
    ...(hooks.received_at === null
      ? []
      : [t('hooksReceived', { when: format.date(hooks.received_at, { withTime: true }) })]),
    ...(hooks.state === 'on'
      ? [hooks.waiting > 0 ? t('hooksWaiting', { count: hooks.waiting }) : t('hooksNone')]
      : []),
  ]
  return (
    <p className={classes.hint}>
      <b>{t('messages')}.</b> {parts.join(', ')}
    </p>
  )
}
