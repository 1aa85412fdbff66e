import { useAction } from '../cache/query.ts'
import { mergeSettings } from './session.ts'

/** Saves settings of the person or the company and merges the server's answer into the session. */
export function useSettingsUpdate() {
  return useAction('settings.update', {
    inOrder: true,
    onSuccess: ({ settings }, { body }) => mergeSettings(body, settings),
  })
}
