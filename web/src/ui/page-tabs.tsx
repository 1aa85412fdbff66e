import { type ReactNode, useEffect, useRef } from 'react'
import classes from './page-tabs.module.css'

type PageTabsProps = {
  label: string
  /** Whatever changes when another tab is opened. */
  open: string
  /** Links; the open one says `aria-current="page"`. What stands in a `span` in them counts. */
  children: ReactNode
}

/** The pages of one folder. Where they do not fit they scroll, and the open one is in sight. */
export function PageTabs({ label, open, children }: PageTabsProps) {
  const nav = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is what asks for a look
  useEffect(() => {
    nav.current
      ?.querySelector('[aria-current="page"]')
      ?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [open])
  return (
    <nav ref={nav} className={classes.tabs} aria-label={label}>
      {children}
    </nav>
  )
}
