import type { LegalEntity } from '@artel/contract/legal-entities/legal-entities'
import {
  findMistakes,
  type LegalEntityType,
  type Mistake,
  numbersOf,
} from '@artel/contract/legal-entities/legal-entities.rules'
import { ownKeys, recordOf } from '@artel/contract/shapes/records'
import type { BodyOf } from '../../api/send/calls.ts'
import { bodyOfValues } from '../../forms/form/body-of-values.ts'
import { orNull, valuesFrom } from '../../forms/form/values-from.ts'
import { changedValues } from '../../forms/save/stale-fields.ts'

const textNames = [
  'name',
  'full_name',
  'inn',
  'kpp',
  'ogrn',
  'legal_address',
  'address',
  'phone',
  'email',
  'director',
  'bank_name',
  'bik',
  'account',
  'corr_account',
] as const
type TextName = (typeof textNames)[number]

/**
 * The values of the form; an empty text means no value.
 * Fields that the type lacks stay in the form but are not sent.
 */
export type LegalEntityValues = Record<TextName, string> & { type: LegalEntityType; is_default: boolean }

export const emptyValues: LegalEntityValues = {
  ...recordOf(textNames, () => ''),
  type: 'company',
  is_default: false,
}

export const valuesOf = (entity: LegalEntity): LegalEntityValues => valuesFrom(emptyValues, entity, {})

/** The values without the fields that the type lacks. */
function fitting(values: LegalEntityValues): LegalEntityValues {
  const { hasKpp, ogrn } = numbersOf[values.type]
  return {
    ...values,
    kpp: hasKpp ? values.kpp : '',
    ogrn: ogrn === null ? '' : values.ogrn,
    director: values.type === 'company' ? values.director : '',
  }
}

/** The body to send: the fields that differ from `before`; an empty text becomes null. */
export function toBody(
  values: LegalEntityValues,
  before: LegalEntityValues = emptyValues,
): BodyOf<'legalEntities.update'> {
  const [next, past] = [fitting(values), fitting(before)]
  const changed = Object.entries(changedValues(next, past))
  const texts = changed.map(([name, value]) => [name, typeof value === 'string' ? orNull(value) : value])
  return bodyOfValues<'legalEntities.update'>(Object.fromEntries(texts))
}

/** Errors in the numbers that the type has. */
export function mistakesIn(values: LegalEntityValues): Mistake[] {
  const { type, inn, kpp, ogrn, bik, account, corr_account } = fitting(values)
  const numbers = { kpp, ogrn, bik, account, corr_account }
  return findMistakes({ type, inn, ...recordOf(ownKeys(numbers), (name) => orNull(numbers[name])) })
}
