import { useRouter } from '@tanstack/react-router'
import { type RefObject, useEffect } from 'react'

/** After a change of page focus goes to its title, so that a screen reader says where one has come. */
export function useFocusAfterNavigation(main: RefObject<HTMLElement | null>): void {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged) return
        // Somebody quick has opened a dialog by now: it keeps the focus.
        if (document.activeElement?.closest('[role="dialog"]')) return
        const title = main.current?.querySelector('h1')
        title?.setAttribute('tabindex', '-1')
        const target = title ?? main.current
        target?.focus({ preventScroll: true })
      }),
    [router, main],
  )
}
