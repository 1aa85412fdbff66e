import clsx from 'clsx'
import type { ReactNode } from 'react'
import classes from './sheet.module.css'

/** The bright surface of a page's content. `fill`: as high as the window; its parts scroll inside. */
export function Sheet({ fill = false, children }: { fill?: boolean; children: ReactNode }) {
  return <div className={clsx(classes.sheet, fill && classes.fill)}>{children}</div>
}
