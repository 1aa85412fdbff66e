import { type ReactNode, type Ref, useId } from 'react'
import classes from '../charts/chart.module.css'

type StatCardProps = {
  title: string
  hint?: string
  aside?: ReactNode
  ref?: Ref<HTMLElement>
  children: ReactNode
}

/** A named section of the figures. */
export function StatCard({ title, hint, aside, ref, children }: StatCardProps) {
  const id = useId()
  return (
    <section ref={ref} className={classes.card} aria-labelledby={id}>
      <header className={classes.head}>
        <span className={classes.titles}>
          <h2 id={id} className={classes.title}>
            {title}
          </h2>
          {hint !== undefined && <span className={classes.hint}>{hint}</span>}
        </span>
        {aside}
      </header>
      <div className={classes.body}>{children}</div>
    </section>
  )
}
