import { useTranslations } from 'use-intl'
import { useSession } from '../../../api/session/session.ts'
import { SelectField } from '../../../forms/choices/choice-fields.tsx'
import { useWarehouseOptions } from '../../../forms/choices/use-warehouse-options.ts'
import { DayField } from '../../../forms/fields/day-field.tsx'
import { TextField } from '../../../forms/fields/text-fields.tsx'
import { FieldRow } from '../../../forms/form/form-shell.tsx'
import type { FormState } from '../../../forms/form/use-form-state.ts'
import { languageNames } from '../../../i18n/language-names.ts'
import type { UserFormValues } from './user-draft.ts'

type UserFieldsProps = {
  form: Pick<FormState<UserFormValues>, 'at' | 'initial'>
  /**
   * The form is about the signed-in person,
   * whose email is changed in the profile, because that asks for the password.
   */
  isSelf?: boolean
  /** Shown after the email: how a new person signs in. */
  access?: React.ReactNode
}

/** The fields of a new or an existing person. */
export function UserFields({ form, isSelf = false, access }: UserFieldsProps) {
  const t = useTranslations('users')
  const { config } = useSession()
  const places = useWarehouseOptions(form.initial.warehouse_id)
  return (
    <>
      <FieldRow>
        <TextField {...form.at('first_name')} label={t('firstName')} autoFocus />
        <TextField {...form.at('last_name')} label={t('lastName')} />
      </FieldRow>
      <TextField
        {...form.at('email')}
        label={t('email')}
        type="email"
        disabled={isSelf}
        {...(isSelf && { hint: t('emailOwn') })}
      />
      {access}
      <FieldRow>
        <TextField {...form.at('position')} label={t('position')} />
        <SelectField
          {...form.at('warehouse_id')}
          label={t('warehouse')}
          options={places}
          none={t('noWarehouse')}
        />
      </FieldRow>
      <FieldRow>
        <TextField {...form.at('phone')} label={t('phone')} type="tel" />
        <TextField {...form.at('nick_name')} label={t('nickName')} />
      </FieldRow>
      <FieldRow>
        <DayField {...form.at('hired_on')} label={t('hiredOn')} />
        <DayField {...form.at('birth_date')} label={t('birthDate')} />
      </FieldRow>
      <SelectField
        {...form.at('language')}
        label={t('language')}
        options={config.languages.map((value) => ({ value, label: languageNames[value] }))}
      />
    </>
  )
}
