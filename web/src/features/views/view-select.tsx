import { MenuDivider, MenuItem, MenuLabel } from '@mantine/core'
import { IconBookmarkPlus, IconRefresh, IconSelector } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { PopupMenu } from '../../ui/popup/popup-menu.tsx'
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
      <PopupMenu
        position="bottom-start"
        width="target"
        withinPortal={false}
        className={classes.dropdown}
        target={
          <button type="button" className={classes.selectButton}>
            <span className={classes.name}>{open?.name ?? t('label')}</span>
            {open && <ViewCount view={open} screen={views.screen} />}
            {isChanged && <span className={classes.changed}>{t('changed')}</span>}
            <IconSelector size={18} stroke={1.6} aria-hidden="true" className={classes.selectIcon} />
          </button>
        }
      >
        <ViewItems views={views} shown={builtIn} />
        {shared.length > 0 && <MenuLabel>{t('shared')}</MenuLabel>}
        <ViewItems views={views} shown={shared} />
        {mine.length > 0 && <MenuLabel>{t('own')}</MenuLabel>}
        <ViewItems views={views} shown={mine} />
        <OpenViewItems views={views} />
      </PopupMenu>
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
      <MenuDivider />
      {views.isChanged && kept?.can.edit && (
        <MenuItem leftSection={<IconRefresh {...icon} />} onClick={() => updateState(kept)}>
          {t('update')}
        </MenuItem>
      )}
      {views.isChanged && (
        <MenuItem leftSection={<IconBookmarkPlus {...icon} />} onClick={keep}>
          {t('keep')}
        </MenuItem>
      )}
      {kept && <ViewActionItems views={views} kept={kept} />}
    </>
  )
}
