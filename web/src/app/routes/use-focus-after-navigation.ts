import { useRouter } from '@tanstack/react-router'
import { type RefObject, useEffect } from 'react'

/** Moves the focus to the title after a change of page, so that a screen reader announces the page. */
export function useFocusAfterNavigation(main: RefObject<HTMLElement | null>): void {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged) return
        // A quickly opened dialog keeps the focus.
        if (document.activeElement?.closest('[role="dialog"]')) return
        const title = main.current?.querySelector('h1')
        title?.setAttribute('tabindex', '-1')
        const target = title ?? main.current
        target?.focus({ preventScroll: true })
      }),
    [router, main],
  )
}
