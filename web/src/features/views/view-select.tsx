import { Menu } from '@mantine/core'
import { IconBookmarkPlus, IconRefresh, IconSelector } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import type { ListViews } from './use-list-views.ts'
import { useViewActions } from './use-view-actions.ts'
import { useViewDialogs } from './use-view-dialogs.tsx'
import classes from './view-bar.module.css'
import { ViewCount } from './view-count.tsx'
import { ViewActionItems, ViewItems } from './view-menu.tsx'

const icon = { size: 16, stroke: 1.8 } as const

/** The views on a phone: the open one, and a menu with all others. */
export function ViewSelect({ views }: { views: ListViews }) {
  const t = useTranslations('views')
  const { open, builtIn, shared, mine, isChanged } = views
  return (
    <nav className={classes.select} aria-label={t('label')}>
      <Menu position="bottom-start" width="target" withinPortal={false}>
        <Menu.Target>
          <button type="button" className={classes.selectButton}>
            <span className={classes.name}>{open?.name ?? t('label')}</span>
            {open && <ViewCount view={open} screen={views.screen} />}
            {isChanged && <span className={classes.changed}>{t('changed')}</span>}
            <IconSelector size={18} stroke={1.6} aria-hidden="true" className={classes.selectIcon} />
          </button>
        </Menu.Target>
        <Menu.Dropdown className={classes.dropdown ?? ''}>
          <ViewItems views={views} shown={builtIn} />
          {shared.length > 0 && <Menu.Label>{t('shared')}</Menu.Label>}
          <ViewItems views={views} shown={shared} />
          {mine.length > 0 && <Menu.Label>{t('own')}</Menu.Label>}
          <ViewItems views={views} shown={mine} />
          <OpenViewItems views={views} />
        </Menu.Dropdown>
      </Menu>
    </nav>
  )
}

function OpenViewItems({ views }: { views: ListViews }) {
  const t = useTranslations('views')
  const { updateState } = useViewActions(views)
  const { keep } = useViewDialogs(views)
  const kept = views.open?.kept
  if (!views.isChanged && !kept?.can.edit) return null
  return (
    <>
      <Menu.Divider />
      {views.isChanged && kept?.can.edit && (
        <Menu.Item leftSection={<IconRefresh {...icon} />} onClick={() => updateState(kept)}>
          {t('update')}
        </Menu.Item>
      )}
      {views.isChanged && (
        <Menu.Item leftSection={<IconBookmarkPlus {...icon} />} onClick={keep}>
          {t('keep')}
        </Menu.Item>
      )}
      {kept && <ViewActionItems views={views} kept={kept} />}
    </>
  )
}
