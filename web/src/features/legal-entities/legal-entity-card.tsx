import type { LegalEntity } from '@artel/contract/legal-entities/legal-entities'
import { useTranslations } from 'use-intl'
import { Tag } from '../../ui/marks/tag.tsx'
import { LegalEntityButtons } from './legal-entity-buttons.tsx'
import classes from './legal-entity-parts.module.css'
import type { LegalEntityActions } from './use-legal-entity-actions.ts'

type LegalEntityCardProps = { entity: LegalEntity; actions: LegalEntityActions; onEdit: () => void }

/** A legal entity in the list on a phone. */
export function LegalEntityCard({ entity, actions, onEdit }: LegalEntityCardProps) {
  const t = useTranslations('legalEntities')
  const { name, type, inn, kpp, is_default, moy_sklad_id } = entity
  return (
    <article className={classes.card}>
      <div className={classes.head}>
        <h2 className={classes.title}>
          <button type="button" className={classes.open} onClick={onEdit}>
            {name}
          </button>
        </h2>
        <LegalEntityButtons entity={entity} actions={actions} onEdit={onEdit} size={44} />
      </div>
      <div className={classes.facts}>
        {t(`type_${type}`)}
        {is_default && <Tag tone="accent">{t('isDefault')}</Tag>}
        {moy_sklad_id !== null && <Tag tone="info">{t('moySklad')}</Tag>}
      </div>
      <dl className={classes.numbers}>
        <Fact name={t('inn')} value={inn} />
        {kpp !== null && <Fact name={t('kpp')} value={kpp} />}
      </dl>
    </article>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
