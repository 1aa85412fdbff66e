import { ownKeys } from '@artel/contract/shapes/records'
import { SegmentedControl, Select } from '@mantine/core'
import { useTranslations } from 'use-intl'
import type { OpenList } from '../../../api/list/list-table.ts'
import classes from './storefront.module.css'

const shelves = ['all', 'is_affordable', 'is_wished'] as const

const sortings = {
  usual: { sort_by: 'position', direction: 'asc' },
  popular: { sort_by: 'bought', direction: 'desc' },
  cheap: { sort_by: 'price', direction: 'asc' },
  new: { sort_by: 'created_at', direction: 'desc' },
} as const

const sortingNames = ownKeys(sortings)

type StorefrontToolsProps = { list: OpenList<'shop.list'>; isPhone: boolean }

/** The filter and the sorting of the storefront. */
export function StorefrontTools({ list: { state, change }, isPhone }: StorefrontToolsProps) {
  const t = useTranslations('shop')
  const { filters } = state
  const shelf = shelves.find((name) => name !== 'all' && filters[name]) ?? 'all'
  const sorting = sortingNames.find(
    (name) => sortings[name].sort_by === state.sort_by && sortings[name].direction === state.direction,
  )
  return (
    <span className={classes.tools}>
      <SegmentedControl
        className={classes.shelves ?? ''}
        fullWidth={isPhone}
        aria-label={t('shelf')}
        data={shelves.map((value) => ({ value, label: t(`shelf_${value}`) }))}
        value={shelf}
        onChange={(chosen) => {
          const { is_affordable: _, is_wished: __, ...others } = filters
          change({ filters: chosen === 'all' ? others : { ...others, [chosen]: true } })
        }}
      />
      <Select
        className={classes.sorting ?? ''}
        aria-label={t('sorting')}
        size="xs"
        data={sortingNames.map((value) => ({ value, label: t(`sort_${value}`) }))}
        value={sorting ?? null}
        allowDeselect={false}
        onChange={(chosen) => {
          const name = sortingNames.find((one) => one === chosen)
          if (name) change(sortings[name])
        }}
      />
    </span>
  )
}
