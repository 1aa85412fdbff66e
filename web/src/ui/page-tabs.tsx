import { type ReactNode, useEffect, useRef } from 'react'
import classes from './page-tabs.module.css'

type PageTabsProps = {
  label: string
  /** Whatever changes when another tab is opened. */
  open: string
  /** Links or buttons; the open one says so by `aria-current`. What stands in a `span` in them counts. */
  children: ReactNode
}

/** The pages of one folder, or the parts of one list. Where they do not fit they scroll, and the open one is in sight. */
export function PageTabs({ label, open, children }: PageTabsProps) {
  const nav = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is what asks for a look
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [open])
  return (
    <nav ref={nav} className={classes.tabs} aria-label={label}>
      {children}
    </nav>
  )
}
