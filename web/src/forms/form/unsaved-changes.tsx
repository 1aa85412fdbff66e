import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { confirm } from '../../ui/dialog/confirm.tsx'
import { type DialogGuard, DialogGuardsContext } from '../../ui/dialog/dialog-guard.ts'

/**
 * A hook of the router. Before leaving, if `isBlocking()`, it awaits `ask()` and stays unless that is true.
 */
export type UseBlocker = (isBlocking: () => boolean, ask: () => Promise<boolean>) => void

/** `drop`: forgets the draft on the device, after the person has decided to leave. */
type Unsaved = { changedFields: string; drop: () => void }

/** Forms of the page with unsaved changes, in the order in which they were changed. */
const UnsavedContext = createContext<Set<Unsaved>>(new Set())

type BlockerProviderProps = { useBlocker: UseBlocker; children: ReactNode }

/** Asks once for all forms before the page is left. `useBlocker` must never change. */
export function BlockerProvider({ useBlocker, children }: BlockerProviderProps) {
  const ask = useAskUnsaved()
  const [unsaved] = useState(() => new Set<Unsaved>())
  useBlocker(
    () => unsaved.size > 0,
    async () => {
      const forms = [...unsaved]
      const mayLeave = await ask(forms.map(({ changedFields }) => changedFields).join(', '))
      if (mayLeave) for (const { drop } of forms) drop()
      return mayLeave
    },
  )
  return <UnsavedContext value={unsaved}>{children}</UnsavedContext>
}

/** Asks before typed values are lost; `changedFields` names them. */
export function useAskUnsaved() {
  const t = useTranslations('forms')
  return (changedFields: string): Promise<boolean> =>
    confirm({
      title: t('unsavedTitle'),
      text: t('unsavedText', { fields: changedFields }),
      confirmLabel: t('unsavedLeave'),
      cancelLabel: t('unsavedStay'),
      tone: 'destructive',
    })
}

/** Warns before typed values are lost: when the page or the dialog is closed, and when another page is opened. */
export function useUnsavedChanges(isDirty: boolean, changedFields: string, drop: () => void): void {
  const unsaved = useContext(UnsavedContext)
  useDialogGuard(isDirty, changedFields, drop)
  useEffect(() => {
    if (!isDirty) return
    const own = { changedFields, drop }
    unsaved.add(own)
    return () => {
      unsaved.delete(own)
    }
  }, [unsaved, isDirty, changedFields, drop])
  useEffect(() => {
    if (!isDirty) return
    const warn = (event: BeforeUnloadEvent) => {
      // A page that is blank because the session has ended has nothing to stay for.
      if (document.body.hasChildNodes()) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isDirty])
}

/** Asks before the dialog around closes. */
function useDialogGuard(isDirty: boolean, changedFields: string, drop: () => void): void {
  const t = useTranslations('forms')
  const guards = useContext(DialogGuardsContext)
  useEffect(() => {
    if (!isDirty || !guards) return
    const ask: DialogGuard = async () => {
      const mayClose = await confirm({
        title: t('unsavedCloseTitle'),
        text: t('unsavedCloseText', { fields: changedFields }),
        confirmLabel: t('unsavedClose'),
        cancelLabel: t('unsavedStay'),
        tone: 'destructive',
      })
      if (mayClose) drop()
      return mayClose
    }
    guards.add(ask)
    return () => void guards.delete(ask)
  }, [guards, isDirty, changedFields, drop, t])
}
