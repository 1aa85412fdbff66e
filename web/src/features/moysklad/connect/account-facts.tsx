import type { MoySkladConnection } from '@artel/contract/moysklad/moysklad'
import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { DateText } from '../../../ui/dates/date-text.tsx'
import { useFormat } from '../../../ui/figures/format-context.tsx'
import { Fact, Facts } from '../../../ui/page/facts.tsx'
import { TwoLines } from '../../../ui/page/two-lines.tsx'
import classes from '../moysklad.module.css'
import exchangeClasses from '../settings/exchange.module.css'
import { limitWords } from './limit-words.ts'
import { useConnect } from './use-connection-steps.tsx'

/** The account of the token, what the token may read, and its rate limit. */
export function AccountFacts({ connection }: { connection: MoySkladConnection }) {
  const t = useTranslations('moySklad')
  const { account, masked_token, connected_at } = connection
  const connect = useConnect(connection)
  return (
    <div className={exchangeClasses.account}>
      <Facts>
        <Fact name={t('account')}>
          <TwoLines second={account.login}>{account.name}</TwoLines>
        </Fact>
        <Fact name={t('accountToken')}>
          {t('tokenKind', { kind: account.is_solution ? 'solution' : 'employee', token: masked_token })}
          <Button variant="default" size="xs" onClick={() => void connect()}>
            {t('newToken')}
          </Button>
        </Fact>
        <Fact name={t('since')}>
          <DateText value={connected_at} withTime />
        </Fact>
        <Fact name={t('rights')}>
          <Rights connection={connection} />
        </Fact>
        <Fact name={t('speed')}>
          <Speed connection={connection} />
        </Fact>
      </Facts>
    </div>
  )
}

function Rights({ connection: { health } }: { connection: MoySkladConnection }) {
  const t = useTranslations('moySklad')
  const isAll = health.every(({ may_read }) => may_read)
  return (
    <div className={exchangeClasses.rightsBox}>
      <ul className={exchangeClasses.rights}>
        {health.map(({ part, may_read }) => (
          <li key={part} data-refused={!may_read || undefined}>
            {may_read ? (
              <IconCheck size={16} stroke={1.8} role="img" aria-label={t('right_yes')} />
            ) : (
              <IconX size={16} stroke={1.8} role="img" aria-label={t('right_no')} />
            )}
            {t(`kind_${part}`)}
          </li>
        ))}
      </ul>
      {!isAll && <p className={classes.hint}>{t('rightsHow')}</p>}
    </div>
  )
}

function Speed({ connection: { limit, account } }: { connection: MoySkladConnection }) {
  const t = useTranslations('moySklad')
  const format = useFormat()
  const { growsSoon, ...words } = limitWords(limit, format.now())
  return (
    <div className={exchangeClasses.rightsBox}>
      <span>{t('speedLimit', words)}</span>
      {!account.is_solution && words.cost > 1 && (
        <p className={exchangeClasses.warnLine}>
          <IconAlertTriangle size={16} stroke={1.8} aria-hidden="true" />
          <span>{t(growsSoon ? 'speedWarn' : 'speedWarnNow', { cost: words.cost })}</span>
        </p>
      )}
    </div>
  )
}
