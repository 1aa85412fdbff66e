import type { MoySkladConnection, MoySkladStatus } from '@artel/contract/moysklad/moysklad'
import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useCall } from '../../../api/cache/query.ts'
import { isWhole } from '../connect/trouble.tsx'
import { useConnectionSteps } from '../connect/use-connection-steps.tsx'
import healthClasses from '../log/health.module.css'
import { isUnderWay } from '../log/run-words.ts'
import classes from '../moysklad.module.css'
import { PlanMark } from '../preview/plan-mark.tsx'
import { failureText } from './failure-text.ts'
import { itemSearch, openPlans, partialSearch, settingsPath } from './item-address.ts'
import { useFieldWords } from './use-field-words.ts'

const shown = 5

/** What waits for a person: ambiguous rows, and rows that break a rule, with the reason for each. */
export function OpenRows({ connection }: { connection: MoySkladConnection }) {
  const waiting = connection.health.reduce((sum, row) => sum + row.waiting, 0)
  const failed = connection.health.reduce((sum, row) => sum + row.failed, 0)
  return (
    <>
      {waiting > 0 && <Undecided count={waiting} />}
      {failed > 0 && <Failed connection={connection} count={failed} />}
      <Partial status={connection} />
    </>
  )
}

function Undecided({ count }: { count: number }) {
  const t = useTranslations('moySklad')
  return (
    <section className={healthClasses.notice}>
      <PlanMark plan="ambiguous" />
      <div>
        <h3 className={classes.heading}>{t('undecided', { count })}</h3>
        <p className={classes.hint}>{t('undecidedText')}</p>
      </div>
      <Button
        variant="default"
        renderRoot={(props) => (
          // Lists parse their own address.
          <Link {...props} to={settingsPath} search={itemSearch(null, [openPlans[0]])} />
        )}
      >
        {t('decide')}
      </Button>
    </section>
  )
}

/** Rows that were written without a field. */
export function Partial({ status }: { status: MoySkladStatus }) {
  const t = useTranslations('moySklad')
  const count = status.health.reduce((sum, row) => sum + row.partial, 0)
  if (count === 0) return null
  return (
    <section className={healthClasses.notice}>
      <IconAlertTriangle size={18} stroke={1.8} aria-hidden="true" />
      <div>
        <h3 className={classes.heading}>{t('partialRows', { count })}</h3>
        <p className={classes.hint}>{t('partialText')}</p>
      </div>
      {isWhole(status) && (
        <Button
          variant="default"
          renderRoot={(props) => (
            // Lists parse their own address.
            <Link {...props} to={settingsPath} search={partialSearch(null)} />
          )}
        >
          {t('partialShow')}
        </Button>
      )}
    </section>
  )
}

function Failed({ connection, count }: { connection: MoySkladConnection; count: number }) {
  const t = useTranslations('moySklad')
  const words = useFieldWords()
  const steps = useConnectionSteps()
  const { data } = useCall('moySkladItems.list', {
    query: { limit: shown, sort_by: 'updated_at', direction: 'desc' },
    body: { plan: 'invalid' },
  })
  const isStopped = isUnderWay(connection) || connection.state !== 'on'
  return (
    <section className={healthClasses.block}>
      <div className={healthClasses.blockHead}>
        <div>
          <h3 className={classes.heading}>
            {t('failedRows')} <span className={classes.quiet}>{count}</span>
          </h3>
          <p className={classes.hint}>{t('failedRowsText')}</p>
        </div>
        <Button variant="default" disabled={isStopped} loading={steps.isBusy} onClick={() => steps.retry()}>
          {t('retryAll')}
        </Button>
      </div>
      <ul className={healthClasses.failed}>
        {data?.items.map((item) => (
          <li key={item.id}>
            <PlanMark plan="invalid" />
            <span className={healthClasses.failedWords}>
              <Link to={settingsPath} search={{ ...itemSearch(item.kind, ['invalid']), row: item.id }}>
                {item.title}
              </Link>
              <span className={healthClasses.reason}>
                {item.failures.map((failure) => failureText(failure, words.nameOf)).join('. ')}
              </span>
            </span>
            <Button variant="subtle" size="xs" disabled={isStopped} onClick={() => steps.retry([item.id])}>
              {t('retry')}
            </Button>
          </li>
        ))}
      </ul>
      {count > shown && (
        <Link className={healthClasses.more} to={settingsPath} search={itemSearch(null, ['invalid'])}>
          {t('failedAll', { count })}
        </Link>
      )}
    </section>
  )
}
