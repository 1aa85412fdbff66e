import type { FieldErrors } from '@artel/contract/errors/errors'
import type { MoySkladConnection, MoySkladSettings } from '@artel/contract/moysklad/moysklad'
import { useTranslations } from 'use-intl'
import { useAction } from '../../../api/cache/query.ts'
import { useLiveForm } from '../../../forms/form/use-live-form.ts'
import { saveTogether } from '../../../forms/save/save-together.ts'
import { changedValues } from '../../../forms/save/stale-fields.ts'
import { type ExchangeValues, partsOf } from './exchange-values.ts'

type ExchangeForm = {
  connection: MoySkladConnection
  /** Initial values of the form. */
  valuesOf: (connection: MoySkladConnection) => ExchangeValues
  /** Values that are sent even if untouched. */
  always?: (values: ExchangeValues) => MoySkladSettings
  onSaved: () => Promise<void>
}

/** The form of parts, organization and owners. It resolves a conflict with another owner's edit. */
export function useExchangeForm({ connection, valuesOf, always, onSaved }: ExchangeForm) {
  const t = useTranslations('moySklad')
  const update = useAction('moySklad.save')
  return useLiveForm<MoySkladConnection, ExchangeValues>({
    call: 'moySklad.save',
    draft: { item: 'exchange' },
    thing: connection,
    valuesOf,
    check: ({ sync }): FieldErrors => (partsOf(sync).length === 0 ? { sync: [t('partsNone')] } : {}),
    send: async (values, base, words) => {
      const sendChanged = (mine: ExchangeValues, before: MoySkladConnection) =>
        update.mutateAsync({
          body: {
            ...changedValues(mine, valuesOf(before)),
            ...always?.(mine),
            version: before.version,
          },
        })
      const question = () => t('staleTitle')
      const isSaved = await saveTogether({ base, valuesOf, send: sendChanged, words, question }, values)
      return isSaved && onSaved()
    },
  })
}
