import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { PeopleField } from '../../../forms/choices/people-field.tsx'
import { fieldError } from '../../../forms/form/field-errors.ts'
import type { FormState } from '../../../forms/form/use-form-state.ts'
import { type PostValues, personError } from './post-values.ts'
import type { useRecipients } from './use-recipients.ts'

type PostPeopleProps = {
  form: FormState<PostValues>
  recipients: ReturnType<typeof useRecipients>
  most: number
}

/** Picks the people. */
export function PostPeople({ form, recipients: { found, known, search }, most }: PostPeopleProps) {
  const t = useTranslations('ledger')
  const { entries } = form.values
  const { name, onChange } = form.at('entries')
  const chosen = entries.map(({ user_id }) => user_id)
  const others = found.filter(({ id }) => !chosen.includes(id))
  const choose = (ids: readonly number[]) =>
    onChange(ids.map((id) => entries.find(({ user_id }) => user_id === id) ?? { user_id: id, amount: null }))
  const wrong = personError(form.errors)
  const whose = wrong && known.get(chosen[wrong.index] ?? 0)?.full_name
  const error = wrong ? [whose, wrong.text].filter(Boolean).join(': ') : fieldError(form.errors, name)
  return (
    <div>
      <PeopleField
        name={name}
        label={t('people')}
        placeholder={t('peopleSearch')}
        value={chosen}
        onChange={choose}
        error={error}
        most={most}
        onSearch={search}
        people={[...others, ...chosen.flatMap((id) => known.get(id) ?? [])]}
      />
      {others.length > 1 && chosen.length + others.length <= most && (
        <Button
          variant="subtle"
          size="xs"
          mt={4}
          onClick={() => choose([...chosen, ...others.map(({ id }) => id)])}
        >
          {t('peopleAll', { count: others.length })}
        </Button>
      )}
    </div>
  )
}
