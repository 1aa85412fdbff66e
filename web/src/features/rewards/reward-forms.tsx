import type { FieldErrors } from '@artel/contract/errors/errors'
import { maxPeople } from '@artel/contract/ledger/ledger.line'
import type { Reward } from '@artel/contract/ledger/rewards'
import { useTranslations } from 'use-intl'
import { useAction, useCall } from '../../api/cache/query.ts'
import { refreshEntities } from '../../api/cache/refresh.ts'
import { ApiFailure } from '../../api/send/failure.ts'
import { useUser } from '../../api/session/session.ts'
import { PeopleField } from '../../forms/choices/people-field.tsx'
import { MoneyField, NumberField } from '../../forms/fields/number-fields.tsx'
import { TextAreaField, TextField } from '../../forms/fields/text-fields.tsx'
import { FieldRow, FormShell } from '../../forms/form/form-shell.tsx'
import { type FieldBinding, type FormState, useFormState } from '../../forms/form/use-form-state.ts'
import { valuesFrom } from '../../forms/form/values-from.ts'
import { saveTogether } from '../../forms/save/save-together.ts'
import { changedValues } from '../../forms/save/stale-fields.ts'
import { notify } from '../../ui/notices/notify.ts'
import { useChosenPeople } from '../users/users.tsx'
import { EditPreview, GivePreview } from './reward-preview.tsx'
import { coinFloor } from './reward-worth.ts'
import type { Rewarded } from './use-reward-dialogs.tsx'

type RewardValues = {
  user_ids: number[]
  title: string
  description: string
  money: number | null
  coins: number | null
}

const empty: RewardValues = { user_ids: [], title: '', description: '', money: null, coins: null }

const worthOf = ({ money, coins }: RewardValues) => ({ money: money ?? 0, coins: coins ?? 0 })

/** Rewards one or several people. `person`: the preselected person. */
export function GiveForm({ person, close }: { person: Rewarded | null; close: () => void }) {
  const t = useTranslations('rewards')
  const give = useAction('rewards.give')
  const form = useFormState<RewardValues>({
    call: 'rewards.give',
    draft: { item: person?.id ?? 'new', isNew: true },
    initial: { ...empty, user_ids: person ? [person.id] : [] },
    emptyIsZero: ['money', 'coins'],
    check: ({ user_ids }): FieldErrors => (user_ids.length === 0 ? { user_ids: [t('peopleMissing')] } : {}),
    send: async (values) => {
      const { user_ids, title, description } = values
      const { rewards } = await give.mutateAsync({
        body: { user_ids, title, description, ...worthOf(values) },
      })
      close()
      const [only] = rewards
      const text =
        rewards.length === 1 && only
          ? t('given', { name: only.user.full_name })
          : t('givenMany', { count: rewards.length })
      notify({ text, tone: 'ok' })
    },
  })
  return (
    <FormShell
      form={form}
      layout="dialog"
      submitLabel={t('give')}
      cancel={{ label: t('keep'), onClick: close }}
    >
      {person === null && <Whom {...form.at('user_ids')} />}
      <RewardFields form={form} />
      {form.isDirty && <GivePreview people={form.values.user_ids.length} worth={worthOf(form.values)} />}
    </FormShell>
  )
}

function Whom(field: FieldBinding<number[]>) {
  const t = useTranslations('rewards')
  const me = useUser()
  // Only an owner may reward themself.
  const offered = useChosenPeople(field.value, ({ id }) => me.type === 'owner' || id !== me.id)
  return (
    <PeopleField
      {...field}
      label={t('people')}
      placeholder={t('peoplePlaceholder')}
      {...offered}
      most={maxPeople}
    />
  )
}

/**
 * Edits a reward. A changed worth is posted as the difference.
 * Resolves a conflict with another person's edit.
 */
export function EditRewardForm({ reward, close }: { reward: Reward; close: () => void }) {
  const t = useTranslations('rewards')
  const update = useAction('rewards.update')
  const check = useCoinCheck(reward)
  const send = (values: RewardValues, base: Reward) => {
    // The recipient cannot be changed.
    const { user_ids: _, money, coins, ...texts } = changedValues(values, valuesOf(base))
    const worth = {
      ...(money !== undefined && { money: money ?? 0 }),
      ...(coins !== undefined && { coins: coins ?? 0 }),
    }
    const body = { ...texts, ...worth, version: base.version }
    return update.mutateAsync({ params: { id: reward.id }, body })
  }
  const name = reward.user.full_name
  const question = () => t('staleTitle', { name })
  const form = useFormState<RewardValues>({
    call: 'rewards.update',
    draft: { item: reward.id },
    initial: valuesOf(reward),
    emptyIsZero: ['money', 'coins'],
    check: check.before,
    send: async (values, words) => {
      const together = { base: reward, valuesOf, send, words, question }
      const isSaved = await saveTogether(together, values).catch(check.after)
      if (!isSaved) return false
      close()
      return notify({ text: t('saved', { name }), tone: 'ok' })
    },
  })
  return (
    <FormShell
      form={form}
      layout="dialog"
      submitLabel={t('save')}
      cancel={{ label: t('keep'), onClick: close }}
    >
      <RewardFields form={form} isWorthFixed={!reward.can.edit_worth} />
      <EditPreview before={reward} after={worthOf(form.values)} />
    </FormShell>
  )
}

const valuesOf = (reward: Reward): RewardValues => valuesFrom(empty, reward, { user_ids: [reward.user_id] })

/** Reports spent coins at the field: from the balance before sending, and from the server's refusal. */
function useCoinCheck({ user_id, coins }: Reward) {
  const t = useTranslations('rewards')
  const { data } = useCall('users.get', { params: { id: user_id } })
  return {
    before: (values: RewardValues): FieldErrors => {
      const floor = data ? coinFloor(coins, data.user.coins) : 0
      return (values.coins ?? 0) < floor ? { coins: [t('coinsSpent', { floor })] } : {}
    },
    after: async (failure: unknown): Promise<never> => {
      if (!(failure instanceof ApiFailure) || failure.code !== 'insufficient_coins') throw failure
      await refreshEntities('user')
      throw new ApiFailure({ ...failure, errors: { coins: [t('coinsSpentNow')] } }, failure.statusCode)
    },
  }
}

type RewardFieldsProps = { form: FormState<RewardValues>; isWorthFixed?: boolean }

function RewardFields({ form, isWorthFixed = false }: RewardFieldsProps) {
  const t = useTranslations('rewards')
  const ui = useTranslations('ui')
  const fixed = { disabled: isWorthFixed }
  return (
    <>
      <TextField {...form.at('title')} label={t('reason')} hint={t('reasonHint')} />
      <FieldRow>
        <MoneyField {...form.at('money')} label={t('money')} {...fixed} />
        <NumberField
          {...form.at('coins')}
          label={t('coins')}
          show={(count) => ui('coins', { count })}
          {...fixed}
        />
      </FieldRow>
      <TextAreaField {...form.at('description')} label={t('description')} />
    </>
  )
}
