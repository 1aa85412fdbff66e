import { flows, type Ledger, maxPeople } from '@artel/contract/ledger/ledger.line'
import { useTranslations } from 'use-intl'
import { useAction } from '../../../api/cache/query.ts'
import { ApiFailure } from '../../../api/send/failure.ts'
import { SelectField, SwitchField } from '../../../forms/choices/choice-fields.tsx'
import { TextAreaField } from '../../../forms/fields/text-fields.tsx'
import { FieldRow, FormShell } from '../../../forms/form/form-shell.tsx'
import { type FormState, useFormState } from '../../../forms/form/use-form-state.ts'
import { notify } from '../../../ui/notices/notify.ts'
import classes from '../entry/entry-panel.module.css'
import { callsOf } from '../ledger-calls.ts'
import { useSumText } from '../use-sum-text.ts'
import { AmountField } from './amount-field.tsx'
import { PostPeople } from './post-people.tsx'
import { PostShares } from './post-shares.tsx'
import {
  checkPost,
  handKinds,
  hasShares,
  type PostValues,
  placePostErrors,
  postBody,
  postTotal,
} from './post-values.ts'
import { type Recipient, useRecipients } from './use-recipients.ts'

type PostFormProps = { ledger: Ledger; people: readonly Recipient[]; close: () => void }

/** Posts entries by hand for one or many people, in one transaction. */
export function PostForm({ ledger, people, close }: PostFormProps) {
  const t = useTranslations('ledger')
  const recipients = useRecipients(people)
  const form = usePostForm(ledger, people, recipients.known, close)
  const { values } = form
  const total = postTotal(values)
  const sumText = useSumText(ledger)
  return (
    <FormShell
      form={form}
      layout="dialog"
      submitLabel={
        total === 0
          ? t('postSubmit')
          : t('postSubmitSum', { sum: sumText(Math.abs(total)), isTaken: String(total < 0) })
      }
      cancel={{ label: t('cancel'), onClick: close }}
    >
      <PostPeople form={form} recipients={recipients} most={maxPeople} />
      <Kind form={form} />
      {hasShares(values) ? (
        <PostShares ledger={ledger} form={form} known={recipients.known} />
      ) : (
        <AmountField
          {...form.at('amount')}
          ledger={ledger}
          label={values.entries.length > 1 ? t('amountEach') : t('amount')}
        />
      )}
      {values.entries.length > 1 && <OwnAmounts form={form} />}
      <TextAreaField
        {...form.at('comment')}
        label={t('comment')}
        hint={t('commentHint')}
        optional={values.kind === 'bonus'}
      />
      <Preview ledger={ledger} values={values} total={total} />
    </FormShell>
  )
}

function usePostForm(
  ledger: Ledger,
  people: readonly Recipient[],
  known: ReadonlyMap<number, Recipient>,
  close: () => void,
) {
  const t = useTranslations('ledger')
  const fields = useTranslations('fields')
  const sumText = useSumText(ledger)
  const { mutateAsync } = useAction(callsOf(ledger).post)
  const short = (id: number, balance: number) =>
    t('coinsShort', { name: known.get(id)?.full_name ?? '', sum: sumText(balance) })
  return useFormState<PostValues>({
    call: callsOf(ledger).post,
    draft: null,
    initial: {
      entries: people.map(({ id }) => ({ user_id: id, amount: null })),
      amount: null,
      isEach: false,
      kind: 'bonus',
      direction: 'in',
      comment: '',
    },
    together: {
      kind: ['comment', 'amount', 'entries'],
      direction: ['amount', 'entries'],
      entries: ['amount'],
    },
    check: (values) => checkPost(values, ledger, known, { required: fields('required'), short }),
    send: async (values) => {
      await mutateAsync({ body: postBody(values) }).catch((failure: unknown) => {
        throw placed(failure)
      })
      close()
      const total = postTotal(values)
      notify({ text: t('posted', { count: values.entries.length, sum: sumText(total, true) }), tone: 'ok' })
    },
  })
}

/** The failure with its messages moved to the fields of the form. */
function placed(failure: unknown): unknown {
  if (!(failure instanceof ApiFailure)) return failure
  // The server does not say whose coins were just spent, so the message goes to the amount.
  const errors =
    failure.code === 'insufficient_coins'
      ? { amount: [failure.message] }
      : placePostErrors(failure.errors ?? {})
  return new ApiFailure({ ...failure, message: failure.message, errors }, failure.statusCode)
}

/** Switches to an amount for each person. Each one starts with the common amount. */
function OwnAmounts({ form }: { form: FormState<PostValues> }) {
  const t = useTranslations('ledger')
  const { entries, amount } = form.values
  const shares = entries.map((entry) => ({ ...entry, amount: entry.amount ?? amount }))
  return (
    <SwitchField
      {...form.at('isEach')}
      label={t('amountsOwn')}
      onChange={(isEach) => form.merge({ isEach, ...(isEach && { entries: shares }) })}
    />
  )
}

function Kind({ form }: { form: FormState<PostValues> }) {
  const t = useTranslations('ledger')
  const kind = form.at('kind')
  const direction = form.at('direction')
  return (
    <FieldRow>
      <SelectField
        {...kind}
        label={t('kind')}
        options={handKinds.map((value) => ({ value, label: t(`kind_${value}`) }))}
        onChange={(value) => value && kind.onChange(value)}
      />
      {form.values.kind === 'adjustment' && (
        <SelectField
          {...direction}
          label={t('direction')}
          options={flows.map((value) => ({ value, label: t(`direction_${value}`) }))}
          onChange={(value) => value && direction.onChange(value)}
        />
      )}
    </FieldRow>
  )
}

function Preview({ ledger, values, total }: { ledger: Ledger; values: PostValues; total: number }) {
  const t = useTranslations('ledger')
  const sumText = useSumText(ledger)
  const count = values.entries.length
  return (
    <p role="status" className={classes.hint}>
      {count > 0 && total !== 0 && t('postPreview', { count, sum: sumText(total, true) })}
    </p>
  )
}
