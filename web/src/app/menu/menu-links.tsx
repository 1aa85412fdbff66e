import type { UserType } from '@artel/contract/access'
import { VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { Hint } from '../../ui/popup/hint.tsx'
import { useWaiting } from '../bars/use-waiting.ts'
import { addressNamed } from '../routes/route-table.ts'
import { useCurrentRoute } from '../routes/use-current-route.ts'
import { type MenuEntry, menuFor } from './menu.ts'
import classes from './menu-links.module.css'

type MenuLinksProps = { type: UserType; isRail?: boolean; onChoose?: () => void }

/** The main menu in groups; the rail shows only icons. */
export function MenuLinks({ type, isRail = false, onChoose }: MenuLinksProps) {
  const t = useTranslations('frame')
  const waiting = useWaiting(type)
  return (
    <nav className={classes.menu} aria-label={t('menu')} {...(isRail && { 'data-rail': true })}>
      {menuFor(type).map(({ label, entries }) => (
        <div key={label} className={classes.group}>
          {!isRail && <div className={classes.title}>{t(label)}</div>}
          {entries.map((entry) => (
            <MenuLink
              key={entry.route}
              entry={entry}
              waiting={waiting[entry.route] ?? 0}
              isRail={isRail}
              {...(onChoose && { onChoose })}
            />
          ))}
        </div>
      ))}
    </nav>
  )
}

type MenuLinkProps = { entry: MenuEntry; waiting: number; isRail: boolean; onChoose?: () => void }

function MenuLink({ entry, waiting, isRail, onChoose }: MenuLinkProps) {
  const t = useTranslations('frame')
  const current = useCurrentRoute()
  const isActive = current !== null && [entry.route, ...entry.covers].includes(current)
  const label = t(entry.label)
  return (
    <Hint label={label} position="right" isOff={!isRail}>
      <Link
        to={addressNamed(entry.route)}
        className={classes.link}
        {...(isActive && { 'data-active': true })}
        onClick={onChoose}
      >
        <entry.icon size={18} stroke={1.6} className={classes.icon} />
        {isRail ? <VisuallyHidden>{label}</VisuallyHidden> : label}
        {waiting > 0 && <Waiting count={waiting} />}
      </Link>
    </Hint>
  )
}

/** Number of items that wait for the person on a page. */
function Waiting({ count }: { count: number }) {
  const t = useTranslations('frame')
  const bell = useTranslations('notifications')
  return (
    <>
      <span className={classes.waiting} aria-hidden="true">
        {count > 99 ? bell('many') : count}
      </span>
      <VisuallyHidden>{t('waiting', { count })}</VisuallyHidden>
    </>
  )
}
