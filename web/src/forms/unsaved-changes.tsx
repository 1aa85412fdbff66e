import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { confirm } from '../ui/confirm.tsx'
import { type DialogGuard, DialogGuardsContext } from '../ui/dialog-guard.ts'

/**
 * A hook of the router. Before leaving, if `isBlocking()`, it awaits `ask()` and stays unless that is true.
 */
export type UseBlocker = (isBlocking: () => boolean, ask: () => Promise<boolean>) => void

type Unsaved = { changedFields: string }

/** Forms of the page with unsaved changes, in the order in which they were changed. */
const UnsavedContext = createContext<Set<Unsaved>>(new Set())

type BlockerProviderProps = { useBlocker: UseBlocker; children: ReactNode }

/** Asks once for all forms before the page is left. `useBlocker` must never change. */
export function BlockerProvider({ useBlocker, children }: BlockerProviderProps) {
  const ask = useAskUnsaved()
  const [unsaved] = useState(() => new Set<Unsaved>())
  useBlocker(
    () => unsaved.size > 0,
    () => ask([...unsaved].map(({ changedFields }) => changedFields).join(', ')),
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
export function useUnsavedChanges(isDirty: boolean, changedFields: string): void {
  const unsaved = useContext(UnsavedContext)
  useDialogGuard(isDirty, changedFields)
  useEffect(() => {
    if (!isDirty) return
    const own = { changedFields }
    unsaved.add(own)
    return () => {
      unsaved.delete(own)
    }
  }, [unsaved, isDirty, changedFields])
  useEffect(() => {
    if (!isDirty) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isDirty])
}

/** Asks before the dialog around closes. */
function useDialogGuard(isDirty: boolean, changedFields: string): void {
  const t = useTranslations('forms')
  const guards = useContext(DialogGuardsContext)
  useEffect(() => {
    if (!isDirty || !guards) return
    const ask: DialogGuard = () =>
      confirm({
        title: t('unsavedCloseTitle'),
        text: t('unsavedCloseText', { fields: changedFields }),
        confirmLabel: t('unsavedClose'),
        cancelLabel: t('unsavedStay'),
        tone: 'destructive',
      })
    guards.add(ask)
    return () => void guards.delete(ask)
  }, [guards, isDirty, changedFields, t])
}
