import { useAction } from './query.ts'
import { mergeSettings } from './session.ts'

/** Saves settings of the person or the company and takes them into the session as the server now has them. */
export function useSettingsUpdate() {
  return useAction('settings.update', {
    onSuccess: ({ settings }, { body }) => mergeSettings(body, settings),
  })
}
