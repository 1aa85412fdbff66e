import type { Company, CompanySettings } from '@artel/contract/company'
import type { FieldErrors } from '@artel/contract/errors'
import { useTranslations } from 'use-intl'
import { withoutPrefix } from '../../api/failure.ts'
import { keepCompany, refreshCompany, useCompany } from '../../api/session.ts'
import { useSettingsUpdate } from '../../api/settings.ts'
import { saveTogether } from '../../forms/save-together.ts'
import { changedValues, type FieldWords } from '../../forms/stale-fields.ts'
import { useLiveForm } from '../../forms/use-live-form.ts'
import { type NoticeOptions, notify } from '../../ui/notify.ts'

type CompanyForm<Values extends object> = {
  /** The values that the company has. */
  valuesOf: (company: Company) => Values
  /** Sends the fields that were changed, over the version that they were based on. */
  send: (changed: Partial<Values>, version: number) => Promise<unknown>
  words: FieldWords
  check?: (values: Values) => FieldErrors
  /** What follows on it, and what is then said. */
  afterSave?: () => Promise<NoticeOptions>
}

/** A form of a part of the company, which other people may be changing too. */
export function useCompanyForm<Values extends object>({
  valuesOf,
  send,
  words,
  check,
  afterSave,
}: CompanyForm<Values>) {
  const t = useTranslations('company')
  const question = (current: Company) => {
    keepCompany(current)
    return t('staleTitle')
  }
  return useLiveForm<Company, Values>({
    call: 'company.update',
    thing: useCompany(),
    valuesOf,
    send: async (values, base) => {
      const sendChanged = (mine: Values, before: Company) =>
        send(changedValues(mine, valuesOf(before)), before.version)
      const isSaved = await saveTogether({ base, valuesOf, send: sendChanged, words, question }, values)
      if (isSaved) notify(afterSave ? await afterSave() : { text: t('saved'), tone: 'ok' })
    },
    ...(check && { check }),
  })
}

/** Saves settings of the company; what is wrong stands at the fields of the group `path`. */
export function useSettingsSend(path: keyof CompanySettings) {
  const update = useSettingsUpdate()
  return async (settings: CompanySettings, version: number): Promise<void> => {
    try {
      await update.mutateAsync({ body: { parent: 'company', settings, version } })
    } catch (failure) {
      throw withoutPrefix(failure, `settings.${path}.`)
    }
    // The settings are merged already; this brings the version that they have now.
    await refreshCompany().catch(() => undefined)
  }
}
