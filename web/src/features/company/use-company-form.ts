import type { Company, CompanySettings } from '@artel/contract/company/company'
import type { FieldErrors } from '@artel/contract/errors/errors'
import { useTranslations } from 'use-intl'
import { withoutPrefix } from '../../api/send/failure.ts'
import { keepCompany, useCompany } from '../../api/session/session.ts'
import { useSettingsUpdate } from '../../api/session/settings.ts'
import { useLiveForm } from '../../forms/form/use-live-form.ts'
import { saveTogether } from '../../forms/save/save-together.ts'
import { changedValues } from '../../forms/save/stale-fields.ts'
import { type NoticeOptions, notify } from '../../ui/notices/notify.ts'

type CompanyForm<Values extends object> = {
  /** The part of the company, by which the device keeps what is typed. */
  section: string
  /** Reads the values from the company. */
  valuesOf: (company: Company) => Values
  /** Sends the changed fields with the version that they are based on. */
  send: (changed: Partial<Values>, version: number) => Promise<unknown>
  check?: (values: Values) => FieldErrors
  /** Runs after saving and returns the notice to show. */
  afterSave?: () => Promise<NoticeOptions>
}

/** A form for a part of the company. It resolves a conflict with another person's edit. */
export function useCompanyForm<Values extends object>({
  section,
  valuesOf,
  send,
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
    draft: { item: section },
    thing: useCompany(),
    valuesOf,
    send: async (values, base, words) => {
      const sendChanged = (mine: Values, before: Company) =>
        send(changedValues(mine, valuesOf(before)), before.version)
      const isSaved = await saveTogether({ base, valuesOf, send: sendChanged, words, question }, values)
      if (!isSaved) return false
      return notify(afterSave ? await afterSave() : { text: t('saved'), tone: 'ok' })
    },
    ...(check && { check }),
  })
}

/** Saves company settings. Errors of the group `path` are moved to the fields of the form. */
export function useSettingsSend(path: keyof CompanySettings) {
  const update = useSettingsUpdate()
  return async (settings: CompanySettings, version: number): Promise<void> => {
    try {
      await update.mutateAsync({ body: { parent: 'company', settings, version } })
    } catch (failure) {
      throw withoutPrefix(failure, `settings.${path}.`)
    }
  }
}
