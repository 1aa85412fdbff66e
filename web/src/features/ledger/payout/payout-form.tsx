import { Button, Checkbox, TextInput } from '@mantine/core'
import { type SubmitEvent, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { TextAreaField } from '../../../forms/fields/text-fields.tsx'
import { useUnsavedChanges } from '../../../forms/form/unsaved-changes.tsx'
import { Money } from '../../../ui/figures/figures.tsx'
import type { Recipient } from '../post/use-recipients.ts'
import { PayoutMonth } from './payout-month.tsx'
import { toggleAll } from './payout-picks.ts'
import { PayoutRow } from './payout-row.tsx'
import classes from './payout-run.module.css'
import { usePayout } from './use-payout.ts'

type PayoutFormProps = {
  payees: readonly Recipient[]
  onDirty: (isDirty: boolean) => void
  onCancel: () => void
  onDone: (posting: number) => void
}

/** The sums are proposed anew from the balances of the day, so the device keeps none. */
const noDraft = () => undefined

export function PayoutForm({ payees, onDirty, onCancel, onDone }: PayoutFormProps) {
  const t = useTranslations('ledger')
  const run = usePayout(payees, onDone)
  const [search, setSearch] = useState('')
  const shown = run.people.filter(({ full_name }) =>
    full_name.toLocaleLowerCase().includes(search.trim().toLocaleLowerCase()),
  )
  const isDirty = run.picks.size > 0
  useEffect(() => onDirty(isDirty), [isDirty, onDirty])
  useUnsavedChanges(isDirty && !run.isSending, t('payoutPicks'), noDraft)
  const picked = shown.filter(({ id }) => run.picks.has(id)).length
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    event.stopPropagation()
    void run.submit()
  }
  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      <fieldset className={classes.fields} disabled={run.isUnanswered} aria-label={t('payoutPeople')}>
        <PayoutMonth due={run.people.reduce((sum, { money }) => sum + money, 0)} />
        <div className={classes.above}>
          <TextInput
            aria-label={t('payoutSearch')}
            placeholder={t('payoutSearch')}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
          <Checkbox
            size="sm"
            label={t('payoutAll', { count: shown.length })}
            checked={picked > 0 && picked === shown.length}
            indeterminate={picked > 0 && picked < shown.length}
            onChange={() => run.pick(toggleAll(run.picks, shown))}
          />
        </div>
        <ul className={classes.rows}>
          {shown.map((person) => (
            <PayoutRow key={person.id} person={person} run={run} />
          ))}
        </ul>
        <div className={classes.comment}>
          <TextAreaField
            name="comment"
            label={t('comment')}
            hint={t('payoutCommentHint')}
            optional
            maxLength={500}
            value={run.comment}
            error={undefined}
            onChange={run.setComment}
          />
        </div>
      </fieldset>
      <PayoutFooter run={run} onCancel={onCancel} />
    </form>
  )
}

type PayoutFooterProps = { run: ReturnType<typeof usePayout>; onCancel: () => void }

function PayoutFooter({ run: { entries, total, isSending }, onCancel }: PayoutFooterProps) {
  const t = useTranslations('ledger')
  return (
    <footer className={classes.footer}>
      <span role="status" className={classes.total}>
        {t('payoutCount', { count: entries.length })}{' '}
        <b>
          <Money value={total} kopecks="always" />
        </b>
      </span>
      <Button variant="subtle" color="gray" onClick={onCancel}>
        {t('cancel')}
      </Button>
      <Button type="submit" loading={isSending} disabled={entries.length === 0}>
        {t('payoutSubmit')}
      </Button>
    </footer>
  )
}
