import { type ReactNode, useRef } from 'react'
import classes from './page-tabs.module.css'
import { useActiveInView } from './use-active-in-view.ts'

type PageTabsProps = {
  label: string
  /** A value that changes when another tab is opened. */
  open: string
  /** Links or buttons. The open one has `aria-current`. A `span` inside one holds a count. */
  children: ReactNode
}

/** Pages of one folder, or parts of one list. Tabs that do not fit scroll; the open one is kept in view. */
export function PageTabs({ label, open, children }: PageTabsProps) {
  const nav = useRef<HTMLElement>(null)
  useActiveInView(nav, open)
  return (
    <nav ref={nav} className={classes.tabs} aria-label={label}>
      {children}
    </nav>
  )
}
