import type { View } from '@artel/contract/views/views'
import { MenuItem, MenuRadioGroup, MenuRadioItem } from '@mantine/core'
import { IconPencil, IconTrash, IconUsers, IconUsersMinus } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import type { ListView } from './list-view.ts'
import type { ListViews } from './use-list-views.ts'
import { useViewActions } from './use-view-actions.ts'
import { useViewDialogs } from './use-view-dialogs.tsx'
import classes from './view-bar.module.css'
import { ViewCount } from './view-count.tsx'

const icon = { size: 16, stroke: 1.8 } as const

/** The actions on the open saved view, as menu items. */
export function ViewActionItems({ views, kept }: { views: ListViews; kept: View }) {
  const t = useTranslations('views')
  const { share, remove } = useViewActions(views)
  const { rename } = useViewDialogs(views)
  const ShareIcon = kept.is_shared ? IconUsersMinus : IconUsers
  return (
    <>
      {kept.can.edit && (
        <MenuItem leftSection={<IconPencil {...icon} />} onClick={() => rename(kept)}>
          {t('rename')}
        </MenuItem>
      )}
      {kept.can.share && (
        <MenuItem leftSection={<ShareIcon {...icon} />} onClick={() => share(kept)}>
          {t(kept.is_shared ? 'unshare' : 'share')}
        </MenuItem>
      )}
      {kept.can.delete && (
        <MenuItem leftSection={<IconTrash {...icon} />} onClick={() => remove(kept)}>
          {t('remove')}
        </MenuItem>
      )}
    </>
  )
}

/** Views as menu items, each with its count. */
export function ViewItems({ views, shown }: { views: ListViews; shown: readonly ListView[] }) {
  return (
    <MenuRadioGroup value={views.isChanged ? '' : (views.open?.key ?? '')}>
      {shown.map((view) => (
        <MenuRadioItem
          key={view.key}
          value={view.key}
          closeMenuOnClick
          rightSection={<ViewCount view={view} screen={views.screen} />}
          onChange={() => views.choose(view)}
        >
          <span className={classes.itemName}>{view.name}</span>
        </MenuRadioItem>
      ))}
    </MenuRadioGroup>
  )
}
