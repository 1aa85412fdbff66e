import type { MoySkladConnection } from '@artel/contract/moysklad/moysklad'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { FormShell } from '../../../forms/form/form-shell.tsx'
import { notify } from '../../../ui/notices/notify.ts'
import { AccountFacts } from '../connect/account-facts.tsx'
import { useConnectionSteps } from '../connect/use-connection-steps.tsx'
import classes from '../moysklad.module.css'
import exchangeClasses from './exchange.module.css'
import { ExchangeFields } from './exchange-fields.tsx'
import { exchangeValues } from './exchange-values.ts'
import { useExchangeForm } from './use-exchange-form.ts'

/** The account of the token, and the parts to sync. */
export function SettingsPart({ connection }: { connection: MoySkladConnection }) {
  const t = useTranslations('moySklad')
  const { disconnect } = useConnectionSteps()
  const form = useExchangeForm({
    connection,
    valuesOf: exchangeValues,
    onSaved: async () => notify({ text: t('saved'), tone: 'ok' }),
  })
  return (
    <div className={classes.scroll}>
      <Section title={t('connection')} text={t('connectionText')}>
        <AccountFacts connection={connection} />
        <Button
          className={exchangeClasses.disconnect ?? ''}
          variant="subtle"
          color="red"
          onClick={() => void disconnect()}
        >
          {t('disconnect')}
        </Button>
      </Section>
      <Section title={t('exchange')} text={t('exchangeText')}>
        <FormShell form={form} layout="section">
          <ExchangeFields form={form} connection={connection} />
        </FormShell>
      </Section>
    </div>
  )
}

function Section({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section className={exchangeClasses.section} aria-label={title}>
      <div>
        <h2 className={classes.heading}>{title}</h2>
        <p className={classes.hint}>{text}</p>
      </div>
      <div className={exchangeClasses.fields}>{children}</div>
    </section>
  )
}
