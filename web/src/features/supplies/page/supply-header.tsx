import type { Supply } from '@artel/contract/supplies/supplies'
import type { SupplyStatus } from '@artel/contract/supplies/supplies.line'
import { Button } from '@mantine/core'
import { IconScan, IconUpload } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useSession, useUser } from '../../../api/session/session.ts'
import { useFormat } from '../../../ui/figures/format-context.tsx'
import { Tag } from '../../../ui/marks/tag.tsx'
import { PageHeader } from '../../../ui/page/page-header.tsx'
import { useGoPacking } from '../entry/use-go-packing.ts'
import { useSupplySteps, waysOf } from '../use-supply-steps.ts'
import { SupplyMenu } from './supply-menu.tsx'
import classes from './supply-page.module.css'

const icon = { size: 16, stroke: 1.8 } as const

/** The facts of a supply, its destination, and the actions that are possible now. */
export function SupplyHeader({ supply }: { supply: Supply }) {
  const t = useTranslations('supplies')
  const format = useFormat()
  const { warehouses } = useSession()
  const { number, marketplace, destination, planned_on, legal_entity, warehouse_id } = supply
  const facts = [
    destination,
    planned_on === null ? null : t('plannedFor', { day: format.date(planned_on) }),
    warehouses.find(({ id }) => id === warehouse_id)?.name,
    legal_entity?.name,
  ]
  return (
    <PageHeader
      title={t('one', { number })}
      breadcrumbs={[{ key: 'supplies', link: <Link to="/supplies">{t('title')}</Link> }]}
      aside={
        <>
          {supply.deleted_at !== null && <Tag tone="bad">{t('deleted')}</Tag>}
          <Tag tone={marketplace === 'wildberries' ? 'trip' : 'info'}>{t(`marketplace_${marketplace}`)}</Tag>
          <span className={classes.facts}>{facts.filter(Boolean).join(' · ')}</span>
        </>
      }
      actions={<Actions supply={supply} />}
    />
  )
}

function Actions({ supply }: { supply: Supply }) {
  const t = useTranslations('supplies')
  const isAdmin = useUser().type !== 'staff'
  const { move, isBusy } = useSupplySteps()
  const packing = useGoPacking(supply)
  const { next } = waysOf(supply)
  const isPacking = supply.can.pack && supply.status === 'packing'
  if (supply.deleted_at !== null) return null
  return (
    <>
      {supply.can.import && (
        <Button
          variant="default"
          leftSection={<IconUpload {...icon} />}
          renderRoot={(props) => <Link {...props} to="." search={{ view: 'import' }} />}
        >
          {t('import')}
        </Button>
      )}
      {isAdmin && <SupplyMenu supply={supply} />}
      {next && (
        <Button
          variant={isPacking ? 'default' : 'filled'}
          loading={isBusy}
          onClick={() => void move(supply, next)}
        >
          {t(`next_${next as Exclude<SupplyStatus, 'draft'>}`)}
          {/* no step forward leads to a draft */}
        </Button>
      )}
      {isPacking && (
        <Button leftSection={<IconScan {...icon} />} loading={packing.isBusy} onClick={packing.go}>
          {t('pack')}
        </Button>
      )}
    </>
  )
}
