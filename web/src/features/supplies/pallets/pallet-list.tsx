import type { Pallet, Supply } from '@artel/contract/supplies/supplies'
import { labelSizes } from '@artel/contract/supplies/supplies.line'
import { Button, MenuItem, UnstyledButton } from '@mantine/core'
import {
  IconLock,
  IconLockOpen,
  IconPackages,
  IconPlus,
  IconPrinter,
  IconScan,
  IconTrash,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useCall } from '../../../api/cache/query.ts'
import { useFileCall } from '../../../api/list/list-file.ts'
import { listErrorOf } from '../../../api/send/failure.ts'
import { StatusGlyph } from '../../../ui/marks/status-glyph.tsx'
import { Code } from '../../../ui/page/code.tsx'
import { MoreMenu } from '../../../ui/popup/more-menu.tsx'
import { EmptyState, ErrorState } from '../../../ui/states/states.tsx'
import { waiting } from '../packing/supply-gate.tsx'
import classes from './pallet-list.module.css'
import { usePalletActions } from './use-pallet-actions.ts'

const icon = { size: 16, stroke: 1.8 } as const

/** The pallets of a supply, and how many of its boxes stand on none. */
export function PalletList({ supply }: { supply: Supply }) {
  const t = useTranslations('pallets')
  const { data, error, refetch } = useCall('supplies.pallets', { params: { supply_id: supply.id } })
  const { create, isBusy } = usePalletActions(supply)
  if (!data && error)
    return <ErrorState {...listErrorOf(error, t('failed'))} onRetry={() => void refetch()} />
  if (!data) return waiting
  const { pallets, loose_count } = data
  const button = supply.can.pack && (
    <Button variant="default" leftSection={<IconPlus {...icon} />} loading={isBusy} onClick={create}>
      {t('create')}
    </Button>
  )
  if (pallets.length === 0)
    return (
      <EmptyState
        title={t('emptyTitle')}
        text={t(supply.can.pack ? 'emptyText' : 'emptyClosed')}
        actions={button}
      />
    )
  return (
    <div className={classes.pallets}>
      <div className={classes.bar}>
        {loose_count > 0 ? (
          <Link
            className={classes.loose}
            to="/supply/$id"
            params={{ id: String(supply.id) }}
            search={{ pallet_id: [null] }}
          >
            {t('loose', { count: loose_count })}
          </Link>
        ) : (
          <span />
        )}
        {button}
        <AllLabels supplyId={supply.id} />
      </div>
      <ul className={classes.list} aria-label={t('tab')}>
        {pallets.map((pallet) => (
          <PalletRow key={pallet.id} supply={supply} pallet={pallet} />
        ))}
      </ul>
    </div>
  )
}

function AllLabels({ supplyId }: { supplyId: number }) {
  const t = useTranslations('pallets')
  const { isBusy, start } = useFileCall('supplies.palletLabels')
  return (
    <MoreMenu>
      {labelSizes.map((size) => (
        <MenuItem
          key={size}
          leftSection={<IconPrinter {...icon} />}
          disabled={isBusy}
          onClick={() => start({ input: { params: { supply_id: supplyId }, query: { size } } })}
        >
          {t('labels', { size: size.replace('x', '×') })}
        </MenuItem>
      ))}
    </MoreMenu>
  )
}

function PalletRow({ supply, pallet }: { supply: Supply; pallet: Pallet }) {
  const t = useTranslations('pallets')
  const { open } = usePalletActions(supply)
  const { number, barcode, boxes_count: boxes, units_count: units } = pallet
  return (
    <li className={classes.row}>
      <UnstyledButton className={classes.name ?? ''} onClick={() => open(pallet)}>
        {t('palletOf', { number })}
      </UnstyledButton>
      <span className={classes.code}>
        <Code>{barcode}</Code>
      </span>
      <span className={classes.load}>{boxes === 0 ? t('nothing') : t('load', { boxes, units })}</span>
      <PalletState pallet={pallet} />
      <span className={classes.menu}>
        <PalletMenu supply={supply} pallet={pallet} />
      </span>
    </li>
  )
}

function PalletState({ pallet: { closed_at } }: { pallet: Pallet }) {
  const t = useTranslations('pallets')
  if (closed_at === null)
    return (
      <span className={classes.state}>
        <StatusGlyph status="packing" />
        {t('isOpen')}
      </span>
    )
  return (
    <span className={classes.state} data-closed>
      <IconLock {...icon} aria-hidden="true" />
      {t('isClosed')}
    </span>
  )
}

function PalletMenu({ supply, pallet }: { supply: Supply; pallet: Pallet }) {
  const t = useTranslations('pallets')
  const { open, close, reopen, remove, print, isPrinting } = usePalletActions(supply)
  const { can } = pallet
  return (
    <MoreMenu>
      {can.load && (
        <MenuItem leftSection={<IconScan {...icon} />} onClick={() => open(pallet)}>
          {t('onto')}
        </MenuItem>
      )}
      <MenuItem
        leftSection={<IconPackages {...icon} />}
        renderRoot={(props) => (
          <Link
            {...props}
            to="/supply/$id"
            params={{ id: String(supply.id) }}
            search={{ pallet_id: [pallet.id] }}
          />
        )}
      >
        {t('boxes')}
      </MenuItem>
      {labelSizes.map((size) => (
        <MenuItem
          key={size}
          leftSection={<IconPrinter {...icon} />}
          disabled={isPrinting}
          onClick={() => print(pallet, size)}
        >
          {t('label', { size: size.replace('x', '×') })}
        </MenuItem>
      ))}
      {can.close && (
        <MenuItem leftSection={<IconLock {...icon} />} onClick={() => close(pallet)}>
          {t('close')}
        </MenuItem>
      )}
      {can.reopen && (
        <MenuItem leftSection={<IconLockOpen {...icon} />} onClick={() => reopen(pallet)}>
          {t('reopen')}
        </MenuItem>
      )}
      {can.delete && (
        <MenuItem leftSection={<IconTrash {...icon} />} onClick={() => void remove(pallet)}>
          {t('remove')}
        </MenuItem>
      )}
    </MoreMenu>
  )
}
