import { useAction } from './query.ts'
import { mergeSettings } from './session.ts'

/** Saves settings of the person or the company and merges them into the session. */
export function useSettingsUpdate() {
  return useAction('settings.update', { onSuccess: (_answer, { body }) => mergeSettings(body) })
}
