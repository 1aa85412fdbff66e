import type { FileFormat } from '@artel/contract/shapes/list'
import type { StatPeriod } from '@artel/contract/stats/stats'
import { useMediaQuery } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useUser } from '../../api/session/session.ts'
import { usePageTitle } from '../../i18n/page-title.ts'
import { PeriodPicker } from '../../ui/dates/period-picker.tsx'
import { Sheet } from '../../ui/dialog/sheet.tsx'
import { FilterBar } from '../../ui/list/filter-bar.tsx'
import type { Filter } from '../../ui/list/filter-types.ts'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { PageTabs } from '../../ui/page/page-tabs.tsx'
import { DownloadMenu } from '../../ui/table/data-table-menus.tsx'
import { type ListViews, ViewBar } from '../views/views.tsx'
import { useMetricWords } from './metrics/use-metric-words.ts'
import { RowsPanel } from './rows/rows-panel.tsx'
import classes from './stats-frame.module.css'
import { isOpenTo, type TeamPart, teamParts } from './team/team-parts.ts'
import type { StatsState } from './use-stats-state.ts'

type StatsFrameProps = {
  state: StatsState
  part: 'own' | TeamPart
  filters?: readonly Filter[]
  /** Saved periods and filters. */
  views?: ListViews
  /** The requested days and those that they are compared with, once they are known. */
  period?: StatPeriod | undefined
  /** Exports the data of the page as a file. */
  file?: { isBusy: boolean; start: (format: FileFormat) => void }
  /** The page is one table with its own scroll. */
  isTable?: boolean
  children: ReactNode
}

/** The frame of an analytics page: the days, the compared days, and the tabs. */
export function StatsFrame({
  state,
  part,
  filters = [],
  views,
  period,
  file,
  isTable = false,
  children,
}: StatsFrameProps) {
  const t = useTranslations('stats')
  const words = useMetricWords()
  usePageTitle(t(part === 'own' ? 'title' : part))
  const isPhone = useMediaQuery('(max-width: 700px)', undefined, { getInitialValueInEffect: false })
  const download = file && <DownloadMenu {...file} />
  return (
    <Sheet fill>
      <PageHeader
        title={t('title')}
        // On a phone it is beside the title, because below the days it would take a row of its own.
        aside={isPhone && download && <span className={classes.file}>{download}</span>}
        actions={
          <>
            <PeriodPicker value={state.period} onChange={state.setPeriod} />
            {period && (
              <span className={classes.before} title={t('comparedHint', { way: words.wayBefore(period) })}>
                {words.before(period)}
              </span>
            )}
            {!isPhone && download}
          </>
        }
      />
      <Parts open={part} />
      {isTable ? (
        children
      ) : (
        <div className={classes.ground}>
          {(views || filters.length > 0) && (
            <div className={classes.controls}>
              {views && (
                <div className={classes.views}>
                  <ViewBar views={views} />
                </div>
              )}
              {filters.length > 0 && (
                <div className={classes.filters}>
                  <FilterBar filters={filters} />
                </div>
              )}
            </div>
          )}
          {children}
        </div>
      )}
      <RowsPanel />
    </Sheet>
  )
}

/** Address parameters that all tabs share. */
const shared = ['date_from', 'date_to', 'warehouse_id', 'product_id']

const keep = (present: object, part: TeamPart): object => ({
  ...Object.fromEntries(Object.entries(present).filter(([name]) => shared.includes(name))),
  part: part === 'team' ? undefined : part,
})

function Parts({ open }: { open: 'own' | TeamPart }) {
  const t = useTranslations('stats')
  const { type } = useUser()
  const shown = teamParts.filter((part) => isOpenTo(part, type))
  return (
    <PageTabs label={t('tabs')} open={open}>
      <Link
        to="/analytics"
        search={(present: object) => keep(present, 'team')}
        activeOptions={{ exact: true, includeSearch: false }}
        replace
        resetScroll={false}
      >
        {t('own')}
      </Link>
      {shown.map((part) => (
        <Link
          key={part}
          to="/analytics/command"
          search={(present: object) => keep(present, part)}
          // The first tab is open if the address names none.
          activeOptions={{ includeSearch: true, explicitUndefined: true }}
          replace
          resetScroll={false}
        >
          {t(part)}
        </Link>
      ))}
    </PageTabs>
  )
}
