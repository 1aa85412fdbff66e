import type { CurrentUser } from '@artel/contract/users/users'
import { ActionIcon } from '@mantine/core'
import { useLocalStorage, useMediaQuery } from '@mantine/hooks'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useMediaAddress } from '../../api/send/media.ts'
import { useSession } from '../../api/session/session.ts'
import { LogoMark } from '../../ui/marks/logo.tsx'
import { usePicture } from '../../ui/media/use-picture.ts'
import { Hint } from '../../ui/popup/hint.tsx'
import { MenuLinks } from '../menu/menu-links.tsx'
import classes from './sidebar.module.css'

export function Sidebar({ user }: { user: CurrentUser }) {
  const isNarrow = useMediaQuery('(max-width: 1100px)', undefined, { getInitialValueInEffect: false })
  const [isCollapsed, setCollapsed] = useLocalStorage({
    key: 'sidebar_collapsed',
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  const isRail = isNarrow || isCollapsed
  return (
    <aside className={classes.sidebar} {...(isRail && { 'data-rail': true })}>
      <div className={classes.head}>
        <Mark />
        {!isRail && <CompanyName />}
        {!isNarrow && (
          <CollapseButton isCollapsed={isCollapsed} onToggle={() => setCollapsed(!isCollapsed)} />
        )}
      </div>
      <MenuLinks type={user.type} isRail={isRail} />
    </aside>
  )
}

/** The company's logo, or the product's logo if the company has none. */
function Mark() {
  const { company } = useSession()
  const picture = usePicture(useMediaAddress()(company?.logo ?? null, 'small'))
  if (!picture) return <LogoMark size={26} />
  return <img {...picture} className={classes.logo} alt="" width={26} height={26} />
}

function CompanyName() {
  const t = useTranslations('ui')
  const { company } = useSession()
  return (
    <div className={classes.names}>
      <div className={classes.product}>{t('productName')}</div>
      <div className={classes.company} title={company?.name}>
        {company?.name}
      </div>
    </div>
  )
}

function CollapseButton({ isCollapsed, onToggle }: { isCollapsed: boolean; onToggle: () => void }) {
  const t = useTranslations('frame')
  const label = t(isCollapsed ? 'expand' : 'collapse')
  const Icon = isCollapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  return (
    <Hint label={label} position="right">
      <ActionIcon aria-label={label} aria-expanded={!isCollapsed} onClick={onToggle}>
        <Icon size={18} stroke={1.6} />
      </ActionIcon>
    </Hint>
  )
}
