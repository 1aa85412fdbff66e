import type { ListedOrder } from '@artel/contract/orders/orders'
import { Button, MenuItem } from '@mantine/core'
import { IconBan } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useNow } from '../../ui/dates/use-now.ts'
import { MoreMenu } from '../../ui/popup/more-menu.tsx'
import classes from './order-parts.module.css'
import { useOrderName } from './use-order-name.ts'
import type { OrderSteps } from './use-order-steps.tsx'

type OrderActionsProps = { order: ListedOrder; steps: OrderSteps }

/** Whether the last step can still be undone. Updates as time passes. */
function useMayUndo({ can, undo_until }: ListedOrder): boolean {
  const until = can.undo && undo_until !== null ? Date.parse(undo_until) : 0
  return useNow(5, until > 0) < until
}

/** The next step of an order as a button, the other actions in «…». A recent step can be undone. */
export function OrderActions({ order, steps }: OrderActionsProps) {
  const t = useTranslations('orders')
  const mayUndo = useMayUndo(order)
  const name = useOrderName()(order)
  const next = order.can.move_to.find((status) => status !== 'cancelled')
  const mayCancel = order.can.move_to.includes('cancelled')
  const isBusy = steps.isBusyWith(order)
  const cancel = () => void steps.cancel(order)
  return (
    <span className={classes.actions}>
      {mayUndo && (
        <Button
          variant="subtle"
          color="gray"
          size="xs"
          aria-label={t('undoOf', { name })}
          disabled={isBusy}
          onClick={() => steps.undo(order)}
        >
          {t('undo')}
        </Button>
      )}
      {next && (
        <Button
          variant="default"
          size="xs"
          aria-label={t('nextOf', { step: t(`next_${next}`), name, person: order.user.full_name })}
          disabled={isBusy}
          onClick={() => steps.move(order, next)}
        >
          {t(`next_${next}`)}
        </Button>
      )}
      {mayCancel && !next && (
        <Button variant="default" size="xs" aria-label={t('cancelOf', { name })} onClick={cancel}>
          {t('cancel')}
        </Button>
      )}
      {mayCancel && next && (
        <MoreMenu label={t('moreOf', { name, person: order.user.full_name })}>
          <MenuItem leftSection={<IconBan size={16} stroke={1.8} />} color="red" onClick={cancel}>
            {t('cancel')}
          </MenuItem>
        </MoreMenu>
      )}
    </span>
  )
}
