import type { MoySkladConnection, MoySkladSync } from '@artel/contract/moysklad/moysklad'
import { moySkladParts } from '@artel/contract/moysklad/moysklad.line'
import { Checkbox } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { SelectField, SwitchField } from '../../../forms/choices/choice-fields.tsx'
import { FieldGroup } from '../../../forms/fields/field-group.tsx'
import { fieldError } from '../../../forms/form/field-errors.ts'
import { useFieldWords } from '../../../forms/form/form-words.ts'
import type { FieldBinding, FormState } from '../../../forms/form/use-form-state.ts'
import exchangeClasses from './exchange.module.css'
import { type ExchangeValues, partsOf, switchPart, syncOf } from './exchange-values.ts'
import { OwnersField } from './owners-field.tsx'

/** The parts to sync, the organization, and the owner of each field. */
export function ExchangeFields({
  form,
  connection,
}: {
  form: FormState<ExchangeValues>
  connection: MoySkladConnection
}) {
  const t = useTranslations('moySklad')
  const parts = partsOf(form.values.sync)
  const binding = form.at('sync')
  const error = binding.error ?? fieldError(form.errors, 'sync.*')
  return (
    <>
      <PartsField {...binding} error={error} connection={connection} />
      {parts.includes('organization') && connection.organizations.length > 1 && (
        <SelectField
          {...form.at('organization_id')}
          label={t('organization')}
          hint={t('organizationHint')}
          none={t('organizationAll')}
          options={connection.organizations.map(({ id, name, inn }) => ({
            value: id,
            label: inn === null ? name : t('organizationOption', { name, inn }),
          }))}
        />
      )}
      <SwitchField {...form.at('hooks')} label={t('hooks')} hint={t('hooksHint')} />
      <OwnersField {...form.at('owners')} parts={parts} />
    </>
  )
}

type PartsFieldProps = FieldBinding<MoySkladSync> & { connection: MoySkladConnection }

function PartsField({ name, value, onChange, error, connection }: PartsFieldProps) {
  const t = useTranslations('moySklad')
  useFieldWords<MoySkladSync>(name, t('partsTitle'), (sync) =>
    partsOf(sync)
      .map((part) => t(`kind_${part}`))
      .join(', '),
  )
  const parts = partsOf(value)
  return (
    <FieldGroup title={t('partsTitle')} hint={t('partsHint')} error={error}>
      <ul className={exchangeClasses.partChoice}>
        {moySkladParts.map((part) => {
          const mayRead = connection.health.some((each) => each.part === part && each.may_read)
          return (
            <li key={part}>
              <Checkbox
                name={name}
                label={t(`kind_${part}`)}
                description={mayRead ? t(`takes_${part}`) : t('partRefused')}
                checked={parts.includes(part)}
                disabled={!mayRead && !parts.includes(part)}
                onChange={(event) => onChange(syncOf(switchPart(parts, part, event.currentTarget.checked)))}
              />
            </li>
          )
        })}
      </ul>
    </FieldGroup>
  )
}
