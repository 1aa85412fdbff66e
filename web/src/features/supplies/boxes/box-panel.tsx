import type { Box, BoxLine, Supply } from '@artel/contract/supplies/supplies'
import { Button, CloseButton, MenuItem } from '@mantine/core'
import {
  IconArrowsExchange,
  IconCopy,
  IconListCheck,
  IconLock,
  IconLockOpen,
  IconPencil,
  IconScan,
  IconTrash,
} from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useCall } from '../../../api/cache/query.ts'
import { ApiFailure, listErrorOf } from '../../../api/send/failure.ts'
import { useUser } from '../../../api/session/session.ts'
import { DoneOf } from '../../../ui/figures/figures.tsx'
import { useFormat } from '../../../ui/figures/format-context.tsx'
import { Ruler } from '../../../ui/figures/ruler.tsx'
import { CopiedCode } from '../../../ui/page/code.tsx'
import { MoreMenu } from '../../../ui/popup/more-menu.tsx'
import { LazyBoundary } from '../../../ui/states/lazy-boundary.tsx'
import { lazyPart } from '../../../ui/states/lazy-part.ts'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'
import { ErrorState } from '../../../ui/states/states.tsx'
import { PersonLink } from '../../users/users.tsx'
import { useGoPacking } from '../entry/use-go-packing.ts'
import classes from '../page/supply-page.module.css'
import { SupplyProductName, useWeightText } from '../supply-parts.tsx'
import { BoxState } from './box-card.tsx'
import { BoxLabel } from './box-label.tsx'
import { LabelItems } from './label-items.tsx'
import { useBoxActions } from './use-box-actions.ts'
import { useBoxDialogs } from './use-box-dialogs.tsx'

// Lazy, because few boxes are counted again.
const InspectionList = lazyPart(
  async () => (await import('../inspections/inspection-list.tsx')).InspectionList,
)

const icon = { size: 16, stroke: 1.8 } as const

type BoxPanelProps = { supply: Supply; boxId: number; onClose: () => void }

/** A box in full. The close button is there from the first render. */
export function BoxPanel({ supply, boxId, onClose }: BoxPanelProps) {
  const t = useTranslations('supplies')
  const { data, error, refetch } = useCall('supplies.getBox', {
    params: { supply_id: supply.id, id: boxId },
  })
  const isGone = error instanceof ApiFailure && error.statusCode === 404
  const box = error ? undefined : data?.box
  return (
    <>
      <div className={classes.panelHead}>
        <h2 className={classes.panelTitle}>{box ? t('boxOf', { number: box.number }) : t('box')}</h2>
        <span>
          {box && <BoxMenu supply={supply} box={box} />}
          <CloseButton size="md" aria-label={t('closePanel')} onClick={onClose} />
        </span>
      </div>
      {isGone && <p className={classes.none}>{t('boxGone')}</p>}
      {error && !isGone && (
        <ErrorState {...listErrorOf(error, t('boxFailed'))} onRetry={() => void refetch()} />
      )}
      {!error && !box && <SkeletonRows rows={4} height={60} cells={[{ kind: 'thumb' }]} />}
      {box && <BoxContent supply={supply} box={box} />}
    </>
  )
}

function BoxContent({ supply, box }: { supply: Supply; box: Box }) {
  const isAdmin = useUser().type !== 'staff'
  return (
    <>
      <BoxFacts box={box} />
      <Lines supply={supply} box={box} />
      <Buttons supply={supply} box={box} />
      <BoxLabel box={box} />
      {isAdmin && (
        <LazyBoundary>
          <InspectionList supplyId={supply.id} box={box} />
        </LazyBoundary>
      )}
    </>
  )
}

function BoxFacts({ box }: { box: Box }) {
  const t = useTranslations('supplies')
  const weight = useWeightText()
  return (
    <div className={classes.panelFacts}>
      <CopiedCode text={box.barcode} />
      <BoxState box={box} />
      {box.pallet && <span>{t('onPallet', { number: box.pallet.number })}</span>}
      {box.weight_g !== null && <span>{weight(box.weight_g)}</span>}
      {box.packer && <PersonLink person={box.packer} />}
    </div>
  )
}

function Lines({ supply, box }: { supply: Supply; box: Box }) {
  const t = useTranslations('supplies')
  const { contents } = useBoxDialogs(supply)
  return (
    <>
      {box.items.length === 0 ? (
        <p className={classes.none}>{t('notStarted')}</p>
      ) : (
        <ul className={classes.lines}>
          {box.items.map((item) => (
            <Line key={item.id} supply={supply} box={box} item={item} />
          ))}
        </ul>
      )}
      {box.can.edit && (
        <Button
          className={classes.contentsButton ?? ''}
          variant="subtle"
          leftSection={<IconPencil {...icon} />}
          onClick={() => contents(box)}
        >
          {t('editContents')}
        </Button>
      )}
    </>
  )
}

function Line({ supply, box, item }: { supply: Supply; box: Box; item: BoxLine }) {
  const t = useTranslations('supplies')
  const format = useFormat()
  const { move } = useBoxDialogs(supply)
  const { quantity, planned, expires_on } = item
  return (
    <li className={classes.line}>
      <SupplyProductName product={item.product} />
      <span className={classes.lineCount}>
        {planned === null ? <b>{format.number(quantity)}</b> : <DoneOf done={quantity} total={planned} />}
      </span>
      {box.can.edit && quantity > 0 ? (
        <MoreMenu>
          <MenuItem leftSection={<IconArrowsExchange {...icon} />} onClick={() => move(box, item)}>
            {t('moveLine')}
          </MenuItem>
        </MoreMenu>
      ) : (
        <span />
      )}
      {planned !== null && (
        <span className={classes.lineMore}>
          <Ruler
            value={planned === 0 ? 0 : quantity / planned}
            tone={quantity >= planned ? 'ok' : 'accent'}
          />
        </span>
      )}
      {expires_on !== null && (
        <span className={classes.expires}>{t('expiresOn', { day: format.date(expires_on) })}</span>
      )}
    </li>
  )
}

function Buttons({ supply, box }: { supply: Supply; box: Box }) {
  const t = useTranslations('supplies')
  const { open } = useGoPacking(supply)
  const { seal, unseal, isBusy } = useBoxActions(supply)
  const isHeld = box.pallet !== null && supply.can.pack
  const mayPack = supply.can.pack && supply.status === 'packing' && box.sealed_at === null
  return (
    <div className={classes.panelButtons}>
      {mayPack && (
        <Button variant="default" leftSection={<IconScan {...icon} />} onClick={() => open(box.id)}>
          {t('pack')}
        </Button>
      )}
      {box.can.seal && (
        <Button
          variant="default"
          leftSection={<IconLock {...icon} />}
          loading={isBusy}
          onClick={() => seal(box)}
        >
          {t('seal')}
        </Button>
      )}
      {box.can.unseal && (
        <Button
          variant="default"
          leftSection={<IconLockOpen {...icon} />}
          loading={isBusy}
          onClick={() => unseal(box)}
        >
          {t('unseal')}
        </Button>
      )}
      {isHeld && <p className={classes.none}>{t('onPalletHint', { number: box.pallet?.number ?? 0 })}</p>}
    </div>
  )
}

function BoxMenu({ supply, box }: { supply: Supply; box: Box }) {
  const t = useTranslations('supplies')
  const { copy, edit, inspect } = useBoxDialogs(supply)
  const { remove } = useBoxActions(supply)
  const { can } = box
  return (
    <MoreMenu>
      <LabelItems supplyId={supply.id} count={1} box={box} />
      {can.inspect && (
        <MenuItem leftSection={<IconListCheck {...icon} />} onClick={() => inspect(box)}>
          {t('inspect')}
        </MenuItem>
      )}
      {can.copy && (
        <MenuItem leftSection={<IconCopy {...icon} />} onClick={() => copy(box)}>
          {t('copyBox')}
        </MenuItem>
      )}
      {can.edit && (
        <MenuItem leftSection={<IconPencil {...icon} />} onClick={() => edit(box)}>
          {t('editBox')}
        </MenuItem>
      )}
      {can.delete && (
        <MenuItem leftSection={<IconTrash {...icon} />} onClick={() => void remove(box)}>
          {t('removeBox')}
        </MenuItem>
      )}
    </MoreMenu>
  )
}
