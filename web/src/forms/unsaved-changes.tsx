import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { confirm } from '../ui/confirm.tsx'

/** A hook of the router's: before leaving, if `isBlocking()`, it awaits `ask()` and stays unless that is true. */
export type UseBlocker = (isBlocking: () => boolean, ask: () => Promise<boolean>) => void

const BlockerContext = createContext<UseBlocker>(() => {})

/** The app hands its router's blocker to all forms; it must be the same function for good. */
export function BlockerProvider({ useBlocker, children }: { useBlocker: UseBlocker; children: ReactNode }) {
  return <BlockerContext value={useBlocker}>{children}</BlockerContext>
}

/** Asks before what was typed is lost; `changedFields` names it. */
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

/** Warns before what was typed is lost: on closing the page and on leaving it for another. */
export function useUnsavedChanges(isDirty: boolean, changedFields: string): void {
  const ask = useAskUnsaved()
  const useBlocker = useContext(BlockerContext)
  const latest = useRef(isDirty)
  useEffect(() => {
    latest.current = isDirty
  })
  useBlocker(
    () => latest.current,
    () => ask(changedFields),
  )
  useEffect(() => {
    if (!isDirty) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isDirty])
}
