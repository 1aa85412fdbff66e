import { Button, UnstyledButton } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconFilterPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Popup } from '../popup/popup.tsx'
import { LazyBoundary } from '../states/lazy-boundary.tsx'
import { lazyPart, loadAhead } from '../states/lazy-part.ts'
import { SkeletonRows } from '../states/skeleton.tsx'
import classes from './filter-bar.module.css'
import { clearFilter, type Filter, filterValue, isFilterActive } from './filter-types.ts'
import { SearchField, type SearchFieldProps } from './search-field.tsx'

// No filter is open on the first visit. The code is loaded when the pointer or the focus reaches the button.
const loadDays = () => import('./filter-days.tsx')
const loadOptions = () => import('./filter-options.tsx')
const FilterDays = lazyPart(async () => (await loadDays()).FilterDays)
const FilterOptions = lazyPart(async () => (await loadOptions()).FilterOptions)
const load = () => loadAhead(loadDays, loadOptions)
const ahead = { onPointerEnter: load, onFocus: load }

type FilterBarProps = { search?: SearchFieldProps; filters: readonly Filter[] }

/**
 * The search, a chip for each active filter, and the menu of the others. The menu stays until it is closed: the
 * last filter in it is active from its first ticked option on.
 */
export function FilterBar({ search, filters }: FilterBarProps) {
  const [isMenuOpen, setIsMenuOpen] = useState(false)
  return (
    <>
      {search && <SearchField {...search} />}
      {filters.filter(isFilterActive).map((filter) => (
        <FilterChip key={filter.key} filter={filter} />
      ))}
      {(isMenuOpen || filters.some((filter) => !isFilterActive(filter))) && (
        <FilterMenu filters={filters} isOpen={isMenuOpen} onChange={setIsMenuOpen} />
      )}
    </>
  )
}

/** «Склад **Подольск** ×» */
function FilterChip({ filter }: { filter: Filter }) {
  const t = useTranslations('ui')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <span className={classes.chip}>
      {filter.kind === 'flag' ? (
        <span className={classes.chipText}>{filter.name}</span>
      ) : (
        <Popup
          target={
            <UnstyledButton {...ahead} className={classes.chipText}>
              <bdi>{filter.name}</bdi> <b>{filterValue(filter)}</b>
            </UnstyledButton>
          }
          label={filter.name}
          position="bottom-start"
          className={classes.dropdown}
          isOpen={isOpen}
          onChange={setIsOpen}
        >
          <FilterChoice filter={filter} onDone={() => setIsOpen(false)} />
        </Popup>
      )}
      <UnstyledButton
        className={classes.remove}
        aria-label={t('filterRemove', { name: filter.name })}
        title={t('filterRemove', { name: filter.name })}
        onClick={() => clearFilter(filter)}
      >
        <IconX size={14} stroke={1.8} />
      </UnstyledButton>
    </span>
  )
}

type ChoiceProps = { filter: Exclude<Filter, { kind: 'flag' }>; onDone: () => void }

function FilterChoice({ filter, onDone }: ChoiceProps) {
  return (
    <LazyBoundary fallback={<SkeletonRows rows={6} height={36} cells={[{ kind: 'text' }]} />}>
      {filter.kind === 'days' ? (
        <FilterDays filter={filter} />
      ) : (
        <FilterOptions filter={filter} onDone={onDone} />
      )}
    </LazyBoundary>
  )
}

type FilterMenuProps = {
  filters: readonly Filter[]
  isOpen: boolean
  onChange: (isOpen: boolean) => void
}

function FilterMenu({ filters, isOpen, onChange }: FilterMenuProps) {
  const t = useTranslations('ui')
  const [openKey, setOpenKey] = useState<string | null>(null)
  const change = (isNowOpen: boolean) => {
    onChange(isNowOpen)
    setOpenKey(null)
  }
  const chosen = filters.find((filter) => filter.key === openKey)
  return (
    <Popup
      target={
        <Button
          {...ahead}
          className={classes.add ?? ''}
          variant="subtle"
          color="gray"
          size="xs"
          fw={400}
          leftSection={<IconFilterPlus size={16} stroke={1.8} />}
        >
          {t('filter')}
        </Button>
      }
      label={t('filter')}
      position="bottom-start"
      className={classes.dropdown}
      isOpen={isOpen}
      onChange={change}
    >
      {chosen && chosen.kind !== 'flag' ? (
        <ChosenFilter filter={chosen} onBack={() => setOpenKey(null)} onDone={() => change(false)} />
      ) : (
        <FilterNames filters={filters} onOpen={setOpenKey} onDone={() => change(false)} />
      )}
    </Popup>
  )
}

function ChosenFilter({ filter, onBack, onDone }: ChoiceProps & { onBack: () => void }) {
  const t = useTranslations('ui')
  return (
    <>
      <UnstyledButton className={classes.back} title={t('filterBack')} onClick={onBack}>
        <IconChevronLeft size={16} stroke={1.8} />
        <bdi>{filter.name}</bdi>
      </UnstyledButton>
      <FilterChoice filter={filter} onDone={onDone} />
    </>
  )
}

type FilterNamesProps = {
  filters: readonly Filter[]
  onOpen: (key: string) => void
  onDone: () => void
}

function FilterNames({ filters, onOpen, onDone }: FilterNamesProps) {
  const open = (filter: Filter) => {
    if (filter.kind !== 'flag') return onOpen(filter.key)
    filter.onChange(true)
    onDone()
  }
  return filters
    .filter((filter) => !isFilterActive(filter))
    .map((filter) => (
      <UnstyledButton key={filter.key} className={classes.name} onClick={() => open(filter)}>
        <span>{filter.name}</span>
        {filter.kind !== 'flag' && <IconChevronRight size={14} stroke={1.8} />}
      </UnstyledButton>
    ))
}
