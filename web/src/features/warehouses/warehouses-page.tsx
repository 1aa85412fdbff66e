import type { Warehouse } from '@artel/contract/company/warehouses'
import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { type ListDefaults, useListState } from '../../api/list/list-state.ts'
import { listSearch, useListTable } from '../../api/list/list-table.ts'
import { useTableSettings } from '../../api/list/table-settings.ts'
import type { InputOf } from '../../api/send/calls.ts'
import { usePageTitle } from '../../i18n/page-title.ts'
import { Blank } from '../../ui/figures/figures.tsx'
import { CreateButton } from '../../ui/list/create-button.tsx'
import { SearchField } from '../../ui/list/search-field.tsx'
import { Tag } from '../../ui/marks/tag.tsx'
import { EmptyState } from '../../ui/states/states.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import type { DataColumn } from '../../ui/table/data-table-types.ts'
import { useWarehouseActions } from './use-warehouse-actions.ts'
import { useWarehouseDialogs } from './warehouse-form.tsx'
import { type WarehouseActions, WarehouseMenu } from './warehouse-menu.tsx'
import classes from './warehouses-page.module.css'

const defaults: ListDefaults<'warehouses.list'> = { sort_by: 'name', direction: 'asc' }

/** The warehouses of the company. */
export function WarehousesPage() {
  const t = useTranslations('warehouses')
  usePageTitle(t('title'))
  const settings = useTableSettings('warehouses')
  const list = useListState('warehouses.list', settings.limit, defaults)
  const { data, table } = useListTable('warehouses.list', list, t)
  const { create, edit } = useWarehouseDialogs()
  const actions = { ...useWarehouseActions(), edit }
  const add = <CreateButton label={t('add')} onClick={create} />
  return (
    <DataTable
      {...settings.props}
      {...table}
      label={t('listLabel')}
      columns={useColumns(actions)}
      rows={data?.warehouses}
      empty={<EmptyState title={t('emptyTitle')} text={t('emptyText')} actions={add} />}
      onOpen={edit}
      card={(warehouse) => <WarehouseCard warehouse={warehouse} actions={actions} />}
      toolbar={<SearchField {...listSearch(list, t)} />}
      tools={add}
    />
  )
}

type Sort = NonNullable<NonNullable<InputOf<'warehouses.list'>['query']>['sort_by']>

function useColumns(actions: WarehouseActions): DataColumn<Warehouse, Sort>[] {
  const t = useTranslations('warehouses')
  return [
    {
      key: 'name',
      title: t('name'),
      width: 220,
      sortBy: 'name',
      hidable: false,
      render: (warehouse) => <Name warehouse={warehouse} onOpen={() => actions.edit(warehouse)} />,
    },
    { key: 'address', title: t('address'), render: ({ address }) => <Address address={address} /> },
    { key: 'state', title: t('state'), width: 180, render: (warehouse) => <State warehouse={warehouse} /> },
    {
      key: 'actions',
      title: t('actionsTitle'),
      header: <VisuallyHidden>{t('actionsTitle')}</VisuallyHidden>,
      width: 60,
      hidable: false,
      align: 'right',
      render: (warehouse) => <WarehouseMenu warehouse={warehouse} actions={actions} />,
    },
  ]
}

function Name({ warehouse, onOpen }: { warehouse: Warehouse; onOpen: () => void }) {
  return (
    <UnstyledButton className={classes.name} title={warehouse.name} onClick={onOpen}>
      {warehouse.name}
    </UnstyledButton>
  )
}

function Address({ address }: Pick<Warehouse, 'address'>) {
  return address === null ? <Blank /> : <span title={address}>{address}</span>
}

function State({ warehouse: { is_active, moy_sklad_id } }: { warehouse: Warehouse }) {
  const t = useTranslations('warehouses')
  return (
    <span className={classes.state}>
      {is_active ? t('active') : <Tag>{t('off')}</Tag>}
      {moy_sklad_id !== null && <Tag tone="info">{t('moySklad')}</Tag>}
    </span>
  )
}

/** A warehouse in the list on a phone. */
function WarehouseCard({ warehouse, actions }: { warehouse: Warehouse; actions: WarehouseActions }) {
  return (
    <article className={classes.card}>
      <span className={classes.words}>
        <Name warehouse={warehouse} onOpen={() => actions.edit(warehouse)} />
        <span className={classes.address}>
          <Address address={warehouse.address} />
        </span>
        <State warehouse={warehouse} />
      </span>
      <WarehouseMenu warehouse={warehouse} actions={actions} />
    </article>
  )
}
