import '@mantine/core/styles/OverflowList.css'
import { Button, OverflowList, VisuallyHidden } from '@mantine/core'
import { IconBookmarkPlus, IconChevronDown, IconRefresh, IconUsers } from '@tabler/icons-react'
import clsx from 'clsx'
import { useTranslations } from 'use-intl'
import { MoreMenu } from '../../ui/popup/more-menu.tsx'
import { PopupMenu } from '../../ui/popup/popup-menu.tsx'
import type { ListView } from './list-view.ts'
import type { ListViews } from './use-list-views.ts'
import { useViewActions } from './use-view-actions.ts'
import { useViewDialogs } from './use-view-dialogs.tsx'
import classes from './view-bar.module.css'
import { ViewCount } from './view-count.tsx'
import { ViewActionItems, ViewItems } from './view-menu.tsx'

const icon = { size: 16, stroke: 1.8 } as const

/** The views as tabs. Those that do not fit are in a menu. */
export function ViewTabs({ views }: { views: ListViews }) {
  const t = useTranslations('views')
  const all = [...views.builtIn, ...views.shared, ...views.mine]
  const isOpen = (view: ListView) => view.key === views.open?.key
  const keyOf = (view: ListView) => `${view.key} ${view.name} ${isOpen(view)}`
  return (
    <div className={classes.bar}>
      <nav className={classes.tabs} aria-label={t('label')}>
        <OverflowList
          gap={20}
          data={all}
          getItemKey={keyOf}
          renderItem={(view) => <ViewTab view={view} views={views} />}
          renderOverflow={(rest) => (
            <div className={clsx(classes.tab, rest.some(isOpen) && classes.chosen)}>
              <MoreViews rest={rest} views={views} />
            </div>
          )}
        />
      </nav>
      {views.isChanged && <ChangeButtons views={views} />}
    </div>
  )
}

function ViewTab({ view, views }: { view: ListView; views: ListViews }) {
  const t = useTranslations('views')
  const isOpen = view.key === views.open?.key
  return (
    <div className={clsx(classes.tab, isOpen && classes.chosen)}>
      <button
        type="button"
        className={classes.button}
        aria-current={isOpen ? 'true' : undefined}
        onClick={() => views.choose(view)}
      >
        <span className={classes.name} title={view.name}>
          {view.name}
        </span>
        {view.kept?.is_shared && (
          <span className={classes.shared} title={t('sharedTip')}>
            <IconUsers size={14} stroke={1.8} aria-hidden="true" />
            <VisuallyHidden>{t('sharedTip')}</VisuallyHidden>
          </span>
        )}
        <ViewCount view={view} screen={views.screen} />
      </button>
      {isOpen && view.kept?.can.edit && <TabMenu view={view} views={views} />}
    </div>
  )
}

function TabMenu({ view, views }: { view: ListView; views: ListViews }) {
  const t = useTranslations('views')
  return (
    <MoreMenu label={t('actions', { name: view.name })} look={{ size: 24 }}>
      {view.kept && <ViewActionItems views={views} kept={view.kept} />}
    </MoreMenu>
  )
}

function MoreViews({ rest, views }: { rest: ListView[]; views: ListViews }) {
  const t = useTranslations('views')
  const hidden = rest.find((view) => view.key === views.open?.key)
  return (
    <>
      <PopupMenu
        position="bottom-end"
        width={280}
        className={classes.dropdown}
        target={
          <button type="button" className={classes.button}>
            <span className={classes.name}>{hidden?.name ?? t('more', { count: rest.length })}</span>
            <IconChevronDown size={14} stroke={1.8} aria-hidden="true" />
          </button>
        }
      >
        <ViewItems views={views} shown={rest} />
      </PopupMenu>
      {hidden?.kept?.can.edit && <TabMenu view={hidden} views={views} />}
    </>
  )
}

function ChangeButtons({ views }: { views: ListViews }) {
  const t = useTranslations('views')
  const { updateState, isBusy } = useViewActions(views)
  const { keep } = useViewDialogs(views)
  const kept = views.open?.kept
  const look = { size: 'xs', variant: 'subtle', color: 'gray', fw: 400 } as const
  return (
    <div className={classes.actions}>
      {kept?.can.edit && (
        <Button
          {...look}
          leftSection={<IconRefresh {...icon} />}
          disabled={isBusy}
          onClick={() => updateState(kept)}
        >
          {t('update')}
        </Button>
      )}
      <Button {...look} leftSection={<IconBookmarkPlus {...icon} />} onClick={keep}>
        {t('keep')}
      </Button>
    </div>
  )
}
