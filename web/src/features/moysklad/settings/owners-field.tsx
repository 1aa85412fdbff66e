import type { MoySkladOwnership } from '@artel/contract/moysklad/moysklad'
import {
  type MoySkladOwnedKind,
  type MoySkladOwner,
  type MoySkladPart,
  moySkladFields,
  moySkladOwners,
} from '@artel/contract/moysklad/moysklad.line'
import { SegmentedControl } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { FieldGroup } from '../../../forms/fields/field-group.tsx'
import { useFieldWords } from '../../../forms/form/form-words.ts'
import type { FieldBinding } from '../../../forms/form/use-form-state.ts'
import classes from '../moysklad.module.css'
import exchangeClasses from './exchange.module.css'

const kinds = ['product', 'store', 'organization'] as const satisfies readonly MoySkladOwnedKind[]

type OwnersFieldProps = FieldBinding<MoySkladOwnership> & {
  /** The chosen parts. Fields of other parts need no owner. */
  parts: readonly MoySkladPart[]
}

/** Who has the last word about each field: MoySklad or Artel. */
export function OwnersField({ name, value, onChange, error, parts }: OwnersFieldProps) {
  const t = useTranslations('moySklad')
  useFieldWords<MoySkladOwnership>(name, t('owners'), (owners) =>
    t('ownersOurs', {
      count: Object.values(owners)
        .flatMap((fields) => Object.values(fields))
        .filter((owner) => owner === 'artel').length,
    }),
  )
  const shown = kinds.filter((kind) => parts.includes(kind))
  if (shown.length === 0) return null
  return (
    <FieldGroup title={t('owners')} hint={t('ownersHint')} error={error}>
      <div className={exchangeClasses.owners}>
        {shown.map((kind) => (
          <section key={kind}>
            <h3 className={exchangeClasses.ownersKind}>{t(`kind_${kind}`)}</h3>
            <ul className={exchangeClasses.ownersRows}>
              {moySkladFields[kind].map((field) => (
                <li key={field}>
                  <span aria-hidden="true">{t(`field_${field}`)}</span>
                  <SegmentedControl<MoySkladOwner>
                    size="xs"
                    aria-label={t('ownerOf', { kind: t(`kind_${kind}`), field: t(`field_${field}`) })}
                    data={moySkladOwners.map((owner) => ({ value: owner, label: t(`owner_${owner}`) }))}
                    value={(value[kind] as Record<string, MoySkladOwner>)[field] ?? 'moysklad'} // of the kind
                    onChange={(owner) => onChange({ ...value, [kind]: { ...value[kind], [field]: owner } })}
                  />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <p className={classes.hint}>{t('never')}</p>
    </FieldGroup>
  )
}
