import type { ListedSupply } from '@artel/contract/supplies/supplies'
import { UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useCall } from '../../../api/cache/query.ts'
import { listErrorOf } from '../../../api/send/failure.ts'
import { useUser } from '../../../api/session/session.ts'
import { useFormat } from '../../../ui/figures/format-context.tsx'
import { Ruler } from '../../../ui/figures/ruler.tsx'
import { EmptyState, ErrorState } from '../../../ui/states/states.tsx'
import { packedShare } from '../packing/packed-share.ts'
import { waiting } from '../packing/supply-gate.tsx'
import classes from './pack-now.module.css'
import { useGoPacking } from './use-go-packing.ts'

/** Supplies that are offered, those that began last first. */
const shown = 50

/**
 * Opens the packing screen: of the supply of the person's running task, or of the only supply that is being packed.
 * If there are several, the person chooses one.
 */
export function PackNow({ close }: { close: () => void }) {
  const t = useTranslations('packing')
  const me = useUser()
  const { data, error, refetch } = useCall('supplies.list', {
    query: { limit: shown, sort_by: 'status_at', direction: 'desc' },
    body: { status: 'packing' },
  })
  const running = useCall('tasks.list', {
    query: { limit: 1 },
    body: { user_id: me.id, status: 'in_progress' },
  })
  const supplies = data?.supplies
  if (!supplies)
    return error ? (
      <ErrorState {...listErrorOf(error, t('listFailed'))} onRetry={() => void refetch()} />
    ) : (
      waiting
    )
  // Without an answer about the task the person chooses.
  if (!running.data && !running.error) return waiting
  if (supplies.length === 0) return <EmptyState title={t('nonePacked')} text={t('nonePackedText')} />
  const ofTask = running.data?.tasks[0]?.supply_id
  const only = supplies.find(({ id }) => id === ofTask) ?? (supplies.length === 1 ? supplies[0] : undefined)
  return (
    <ul className={classes.supplies}>
      {supplies.map((supply) => (
        <li key={supply.id}>
          <Choice supply={supply} isMeant={supply === only} close={close} />
        </li>
      ))}
    </ul>
  )
}

type ChoiceProps = { supply: ListedSupply; isMeant: boolean; close: () => void }

function Choice({ supply, isMeant, close }: ChoiceProps) {
  const t = useTranslations('packing')
  const format = useFormat()
  const { go, isBusy } = useGoPacking(supply, close)
  const begin = useRef(isMeant ? go : null)
  useEffect(() => {
    begin.current?.()
    begin.current = null
  }, [])
  const { number, destination, units_count, planned_count } = supply
  return (
    <UnstyledButton className={classes.supply} aria-busy={isBusy} onClick={() => isBusy || go()}>
      <span className={classes.words}>
        <b>{t('title', { number })}</b>
        {destination !== null && <span className={classes.quiet}>{destination}</span>}
        <span className={classes.share}>
          <Ruler value={packedShare(supply)} height={10} />
          <span>
            {planned_count === null
              ? t('done', { count: units_count })
              : t('of', { done: format.number(units_count), total: format.number(planned_count) })}
          </span>
        </span>
      </span>
      <IconChevronRight size={20} stroke={1.6} aria-hidden="true" />
    </UnstyledButton>
  )
}
