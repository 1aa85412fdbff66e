import type { LegalEntity } from '@artel/contract/legal-entities/legal-entities'
import { useTranslations } from 'use-intl'
import type { InputOf } from '../../api/send/calls.ts'
import { Blank } from '../../ui/figures/figures.tsx'
import { Tag } from '../../ui/marks/tag.tsx'
import { RowName, TwoLines } from '../../ui/page/two-lines.tsx'
import type { DataColumn } from '../../ui/table/data-table-types.ts'
import { LegalEntityButtons } from './legal-entity-buttons.tsx'
import classes from './legal-entity-parts.module.css'
import type { LegalEntityActions } from './use-legal-entity-actions.ts'

type Sort = NonNullable<NonNullable<InputOf<'legalEntities.list'>['query']>['sort_by']>

/** The columns of the legal entity list. */
export function useLegalEntityColumns(
  actions: LegalEntityActions,
  onEdit: (entity: LegalEntity) => void,
): DataColumn<LegalEntity, Sort>[] {
  const t = useTranslations('legalEntities')
  return [
    {
      key: 'name',
      title: t('name'),
      sortBy: 'name',
      hidable: false,
      render: (entity) => <NameCell entity={entity} onEdit={() => onEdit(entity)} />,
    },
    {
      key: 'type',
      title: t('type'),
      width: 150,
      sortBy: 'type',
      render: ({ type }) => t(`type_${type}`),
    },
    { key: 'inn', title: t('inn'), width: 124, sortBy: 'inn', render: ({ inn }) => inn },
    { key: 'kpp', title: t('kpp'), width: 104, isExtra: true, render: ({ kpp }) => kpp ?? <Blank /> },
    { key: 'ogrn', title: t('ogrn'), width: 142, isExtra: true, render: ({ ogrn }) => ogrn ?? <Blank /> },
    {
      key: 'bank',
      title: t('bankName'),
      width: 190,
      isExtra: true,
      render: ({ bank_name }) => bank_name ?? <Blank />,
    },
    {
      key: 'actions',
      title: t('actions'),
      header: '',
      width: 92,
      align: 'right',
      hidable: false,
      render: (entity) => (
        <LegalEntityButtons entity={entity} actions={actions} onEdit={() => onEdit(entity)} size={28} />
      ),
    },
  ]
}

function NameCell({ entity, onEdit }: { entity: LegalEntity; onEdit: () => void }) {
  const t = useTranslations('legalEntities')
  const { name, full_name, is_default, moy_sklad_id } = entity
  return (
    <TwoLines second={full_name}>
      <span className={classes.nameLine}>
        <RowName name={name} onOpen={onEdit} />
        {is_default && <Tag tone="accent">{t('isDefault')}</Tag>}
        {moy_sklad_id !== null && <Tag tone="info">{t('moySklad')}</Tag>}
      </span>
    </TwoLines>
  )
}
