import { Button, UnstyledButton } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useCall } from '../../api/cache/query.ts'
import type { Answer } from '../../api/send/calls.ts'
import { listErrorOf } from '../../api/send/failure.ts'
import { usePageTitle } from '../../i18n/page-title.ts'
import { Sheet } from '../../ui/dialog/sheet.tsx'
import { useFormat } from '../../ui/figures/format-context.tsx'
import { FilterBar } from '../../ui/list/filter-bar.tsx'
import { activeFilters, type Filter } from '../../ui/list/filter-types.ts'
import { PageRange, Pages } from '../../ui/list/pager.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { PageTabs } from '../../ui/page/page-tabs.tsx'
import { SkeletonRows } from '../../ui/states/skeleton.tsx'
import { EmptyState, ErrorState, FilteredEmptyState } from '../../ui/states/states.tsx'
import { type TextView, textViews, useOpenText, useTextList } from './text-address.ts'
import { TextButtons } from './text-buttons.tsx'
import classes from './text-list.module.css'
import { TextPanel } from './text-panel.tsx'
import { TextRow } from './text-row.tsx'
import { useSectionFilter } from './use-section-filter.ts'

type Listed = Answer<'localizations.list'>
type State = ReturnType<typeof useTextList>

/** The texts of the interface in both languages, with inline editing. */
export function TextListPage() {
  const t = useTranslations('localizations')
  usePageTitle(t('title'))
  const list = useTextList()
  const { openId, open } = useOpenText()
  const filters = [
    useSectionFilter({
      section: list.state.section,
      onChange: (section) => list.change({ section }),
    }),
  ]
  const { data, error, isPlaceholderData, refetch } = useCall('localizations.list', list.input)
  return (
    <Sheet>
      <PageHeader
        title={t('title')}
        count={data?.pagination.total ?? null}
        actions={<TextButtons drafts={data?.counts.drafts ?? 0} input={list.input} />}
      />
      <Views list={list} counts={data?.counts} />
      <div className={classes.tools}>
        <Tools list={list} filters={filters} />
      </div>
      {error && !data ? (
        <ErrorState {...listErrorOf(error, t('loadFailed'))} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows rows={8} cells={[{ kind: 'text', width: 200 }, { kind: 'text' }, { kind: 'text' }]} />
      ) : (
        <Rows data={data} list={list} filters={filters} isBusy={isPlaceholderData} onOpen={open} />
      )}
      <TextPanel openId={openId} onClose={() => open(null)} />
    </Sheet>
  )
}

const words = {
  all: 'viewAll',
  missing: 'viewMissing',
  drafts: 'viewDrafts',
  orphaned: 'viewOrphaned',
  custom: 'viewCustom',
} as const satisfies Record<TextView, string>

function Views({ list, counts }: { list: State; counts: Listed['counts'] | undefined }) {
  const t = useTranslations('localizations')
  const format = useFormat()
  return (
    <PageTabs label={t('views')} open={list.state.view}>
      {textViews.map((view) => (
        <UnstyledButton
          key={view}
          {...(view === list.state.view && { 'aria-current': 'page' })}
          onClick={() => list.change({ view })}
        >
          {t(words[view])}
          {view !== 'all' && counts && counts[view] > 0 && <span>{format.number(counts[view])}</span>}
        </UnstyledButton>
      ))}
    </PageTabs>
  )
}

function Tools({ list: { state, change }, filters }: { list: State; filters: readonly Filter[] }) {
  const t = useTranslations('localizations')
  const search = {
    label: t('search'),
    placeholder: t('searchPlaceholder'),
    value: state.search,
    onChange: (text: string) => change({ search: text }),
  }
  return <FilterBar search={search} filters={filters} />
}

type RowsProps = {
  data: Listed
  list: State
  filters: readonly Filter[]
  isBusy: boolean
  onOpen: (id: number) => void
}

function Rows({ data, list: { state, change }, filters, isBusy, onOpen }: RowsProps) {
  const t = useTranslations('localizations')
  const all = (
    <Button variant="default" onClick={() => change({ view: 'all', search: '', section: null })}>
      {t('emptyAll')}
    </Button>
  )
  if (data.localizations.length === 0)
    return state.search !== '' || state.section !== null ? (
      <FilteredEmptyState
        filters={activeFilters(filters)}
        search={state.search}
        onClear={() => change({ search: '', section: null })}
      />
    ) : (
      <EmptyState
        title={t(`empty_${state.view}`)}
        text={t(`emptyText_${state.view}`)}
        actions={state.view === 'all' ? null : all}
      />
    )
  return (
    <section aria-label={t('listLabel')}>
      <div className={classes.head} aria-hidden="true">
        <span>{t('key')}</span>
        <span>{t('ru')}</span>
        <span>{t('en')}</span>
      </div>
      <ul className={classes.list} aria-busy={isBusy}>
        {data.localizations.map((row) => (
          <TextRow key={row.id} row={row} onOpen={onOpen} />
        ))}
      </ul>
      <div className={classes.foot}>
        <PageRange pagination={data.pagination} />
        <Pages page={state.page} pages={data.pagination.pages} onChange={(page) => change({ page })} />
      </div>
    </section>
  )
}
