import type { ComponentProps, ReactNode } from 'react'
import { Spinner } from '../states/spinner.tsx'
import classes from './plain-button.module.css'

type PlainLook = { icon?: ReactNode; isWide?: boolean; kind?: 'main' | 'default' }

type PlainButtonProps = Omit<ComponentProps<'button'>, 'className'> & PlainLook & { isBusy?: boolean }

/**
 * A button for pages that do not load the component library: the pages of guests, and the error page of a failed start.
 * It looks like the buttons of the app.
 */
export function PlainButton({ icon, isWide, kind, isBusy = false, children, ...rest }: PlainButtonProps) {
  return (
    <button type="button" {...rest} {...lookOf({ icon, isWide, kind })} data-busy={isBusy} disabled={isBusy}>
      {isBusy && (
        <span className={classes.wait} aria-hidden="true">
          <Spinner size={24} />
        </span>
      )}
      <Label icon={icon}>{children}</Label>
    </button>
  )
}

type PlainLinkButtonProps = PlainLook & { href: string; children: ReactNode }

/** A link that looks like `PlainButton`. */
export function PlainLinkButton({ href, icon, isWide, kind, children }: PlainLinkButtonProps) {
  return (
    <a href={href} {...lookOf({ icon, isWide, kind })}>
      <Label icon={icon}>{children}</Label>
    </a>
  )
}

/** A button that looks like the text around it. */
export function BareButton({ className, ...rest }: ComponentProps<'button'>) {
  return <button type="button" {...rest} className={`${classes.bare} ${className}`} />
}

type Unset<T> = { [Name in keyof T]?: T[Name] | undefined }

const lookOf = ({ icon, isWide, kind = 'main' }: Unset<PlainLook>) => ({
  className: classes.button,
  'data-kind': kind,
  'data-wide': isWide,
  'data-icon': icon !== undefined,
})

function Label({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <span className={classes.label}>
      {icon}
      {children}
    </span>
  )
}
