import type { MoySkladConnection } from '@artel/contract/moysklad/moysklad'
import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useAction } from '../../../api/cache/query.ts'
import { FormShell } from '../../../forms/form/form-shell.tsx'
import classes from '../moysklad.module.css'
import exchangeClasses from '../settings/exchange.module.css'
import { ExchangeFields } from '../settings/exchange-fields.tsx'
import { firstValues } from '../settings/exchange-values.ts'
import { useExchangeForm } from '../settings/use-exchange-form.ts'
import { AccountFacts } from './account-facts.tsx'
import { useConnectionSteps } from './use-connection-steps.tsx'

/** The token is accepted: shows its account and asks what to sync. */
export function Choosing({ connection }: { connection: MoySkladConnection }) {
  const t = useTranslations('moySklad')
  const { disconnect } = useConnectionSteps()
  const sync = useAction('moySklad.sync')
  const form = useExchangeForm({
    connection,
    valuesOf: firstValues,
    // Sent even if untouched, because the offered values count as chosen.
    always: ({ organization_id, sync, owners, hooks }) => ({ organization_id, sync, owners, hooks }),
    onSaved: async () => {
      await sync.mutateAsync({ body: {} })
    },
  })
  return (
    <div className={classes.scroll}>
      <FormShell form={form} layout="wide" submitLabel={t('start')}>
        <div className={exchangeClasses.choosing}>
          <section>
            <h2 className={classes.headline}>{t('chooseTitle')}</h2>
            <p className={classes.lead}>{t('chooseText')}</p>
            <AccountFacts connection={connection} />
            <Button variant="subtle" color="gray" onClick={() => void disconnect()}>
              {t('disconnect')}
            </Button>
          </section>
          <section className={exchangeClasses.fields}>
            <ExchangeFields form={form} connection={connection} />
          </section>
        </div>
      </FormShell>
    </div>
  )
}
