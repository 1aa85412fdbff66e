import {
  accountLength,
  bikLength,
  isUsualCorrAccount,
  kppLength,
  legalEntityTypes,
  type Mistake,
  numbersOf,
} from '@artel/contract/legal-entities/legal-entities.rules'
import { useTranslations } from 'use-intl'
import { SelectField, SwitchField } from '../../forms/choices/choice-fields.tsx'
import { TextField } from '../../forms/fields/text-fields.tsx'
import { FieldRow } from '../../forms/form/form-shell.tsx'
import type { FieldBinding, FormState } from '../../forms/form/use-form-state.ts'
import { useMistakeText } from '../../forms/form/use-mistake-text.ts'
import classes from './legal-entity-fields.module.css'
import { type LegalEntityValues, mistakesIn } from './legal-entity-values.ts'
import { RequisiteField } from './requisite-field.tsx'

type Form = FormState<LegalEntityValues>
type PartProps = { form: Form; number: (name: Mistake['path'], length: number) => NumberProps }
type NumberProps = FieldBinding<string> & { length: number; mistake: string | undefined }

/** The fields of a new or an existing legal entity. The type decides which are shown. */
export function LegalEntityFields({ form }: { form: Form }) {
  const t = useTranslations('legalEntities')
  const textOf = useMistakeText()
  const mistakes = mistakesIn(form.values)
  const number: PartProps['number'] = (name, length) => {
    const mistake = mistakes.find(({ path }) => path === name)
    return { ...form.at(name), length, mistake: mistake && textOf(mistake) }
  }
  const isCompany = form.values.type === 'company'
  return (
    <>
      <SelectField
        {...form.at('type')}
        onChange={(type) => type && form.at('type').onChange(type)}
        label={t('type')}
        options={legalEntityTypes.map((value) => ({ value, label: t(`type_${value}`) }))}
      />
      <TextField {...form.at('name')} label={t('name')} autoFocus />
      <TextField {...form.at('full_name')} label={t(isCompany ? 'fullName' : 'fullNamePerson')} />
      <SwitchField {...form.at('is_default')} label={t('isDefault')} hint={t('isDefaultHint')} />
      <Numbers form={form} number={number} />
      <Contacts form={form} />
      <Bank form={form} number={number} />
    </>
  )
}

function Numbers({ form, number }: PartProps) {
  const t = useTranslations('legalEntities')
  const { inn, ogrn, hasKpp } = numbersOf[form.values.type]
  return (
    <>
      <h3 className={classes.group}>{t('groupNumbers')}</h3>
      <FieldRow>
        <RequisiteField {...number('inn', inn)} label={t('inn')} hint={t('digits', { count: inn })} />
        {hasKpp && (
          <RequisiteField
            {...number('kpp', kppLength)}
            label={t('kpp')}
            hint={t('kppHint')}
            signs="digitsAndLetters"
          />
        )}
      </FieldRow>
      {ogrn !== null && (
        <RequisiteField
          {...number('ogrn', ogrn)}
          label={t(hasKpp ? 'ogrn' : 'ogrnip')}
          hint={t('digits', { count: ogrn })}
        />
      )}
    </>
  )
}

function Contacts({ form }: Pick<PartProps, 'form'>) {
  const t = useTranslations('legalEntities')
  const isCompany = form.values.type === 'company'
  return (
    <>
      <h3 className={classes.group}>{t('groupContacts')}</h3>
      <TextField {...form.at('legal_address')} label={t(isCompany ? 'legalAddress' : 'registeredAddress')} />
      <TextField {...form.at('address')} label={t('address')} />
      {isCompany && <TextField {...form.at('director')} label={t('director')} />}
      <FieldRow>
        <TextField {...form.at('phone')} label={t('phone')} type="tel" />
        <TextField {...form.at('email')} label={t('email')} type="email" />
      </FieldRow>
    </>
  )
}

function Bank({ form, number }: PartProps) {
  const t = useTranslations('legalEntities')
  const digits = t('digits', { count: accountLength })
  const bik = number('bik', bikLength)
  const corrAccount = number('corr_account', accountLength)
  const { account, corr_account } = form.values
  // Without a BIK a complete account number cannot be checked.
  const isAwaited = bik.value === '' && [account, corr_account].some(({ length }) => length >= accountLength)
  return (
    <>
      <h3 className={classes.group}>{t('groupBank')}</h3>
      <TextField {...form.at('bank_name')} label={t('bankName')} />
      <RequisiteField
        {...bik}
        error={bik.error ?? (isAwaited ? bik.mistake : undefined)}
        label={t('bik')}
        hint={t('digits', { count: bikLength })}
      />
      <RequisiteField {...number('account', accountLength)} label={t('account')} hint={digits} />
      <RequisiteField
        {...corrAccount}
        label={t('corrAccount')}
        hint={useCorrAccountHint(bik, corrAccount) ?? digits}
      />
    </>
  )
}

/**
 * The usual form of a correspondent account at this bank. It is only a hint, because some real ones differ.
 */
function useCorrAccountHint(bik: NumberProps, corrAccount: NumberProps): string | null {
  const t = useTranslations('legalEntities')
  if (bik.value.length !== bikLength) return null
  const isRight = corrAccount.value.length === accountLength && corrAccount.mistake === undefined
  const isOdd = isRight && !isUsualCorrAccount(bik.value, corrAccount.value)
  return t(isOdd ? 'corrAccountUnusual' : 'corrAccountHint', { ending: bik.value.slice(6) })
}
