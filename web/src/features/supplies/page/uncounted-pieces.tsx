import { isolated } from '@artel/contract/shapes/isolate'
import type { Uncounted } from '@artel/contract/supplies/supplies'
import { Button, MenuItem } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useAction, useCall } from '../../../api/cache/query.ts'
import type { Failure } from '../../../api/send/failure.ts'
import { confirm } from '../../../ui/dialog/confirm.tsx'
import { notify } from '../../../ui/notices/notify.ts'
import { PopupMenu } from '../../../ui/popup/popup-menu.tsx'
import { PersonLink } from '../../users/users.tsx'
import { SupplyProductName } from '../supply-parts.tsx'
import classes from './uncounted-pieces.module.css'

/**
 * Pieces that were scanned and that no task counts, so that nobody is paid for them. An admin counts them into a
 * task of their packer, or into a new one.
 */
export function UncountedPieces({ supplyId }: { supplyId: number }) {
  const t = useTranslations('supplies')
  const { data } = useCall('supplies.uncounted', { params: { id: supplyId } })
  if (!data || data.pieces === 0) return null
  return (
    <section className={classes.panel} aria-label={t('uncountedTitle', { count: data.pieces })}>
      <h2 className={classes.title}>{t('uncountedTitle', { count: data.pieces })}</h2>
      <p className={classes.text}>{t('uncountedText')}</p>
      <ul className={classes.rows}>
        {data.uncounted.map((group) => (
          <li key={`${group.user.id} ${group.product.id}`} className={classes.row}>
            <span className={classes.product}>
              <SupplyProductName product={group.product} size={30} />
            </span>
            <PersonLink person={group.user} />
            <b className={classes.pieces}>{t('pieces', { count: group.pieces })}</b>
            <CountButton supplyId={supplyId} group={group} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function CountButton({ supplyId, group }: { supplyId: number; group: Uncounted }) {
  const t = useTranslations('supplies')
  const { isBusy, countInto, countIntoNew } = useCounting(supplyId, group)
  const [first, ...others] = group.tasks
  const look = { variant: 'default', size: 'xs', loading: isBusy } as const
  if (!first)
    return (
      <Button {...look} onClick={() => void countIntoNew()}>
        {t('uncountedCreate')}
      </Button>
    )
  if (others.length === 0)
    return (
      <Button {...look} onClick={() => void countInto(first.id)}>
        {t('uncountedInto', { id: String(first.id) })}
      </Button>
    )
  return (
    <PopupMenu position="bottom-end" target={<Button {...look}>{t('uncountedChoose')}</Button>}>
      {group.tasks.map(({ id, title, quantity, quantity_done }) => (
        <MenuItem key={id} onClick={() => void countInto(id)}>
          {t('uncountedTask', { id: String(id), title: isolated(title), done: quantity_done, quantity })}
        </MenuItem>
      ))}
    </PopupMenu>
  )
}

function useCounting(supplyId: number, { user, product, pieces }: Uncounted) {
  const t = useTranslations('supplies')
  const navigate = useNavigate()
  const onFailure = (failure: Failure) => notify({ text: failure.message || t('stepFailed'), tone: 'bad' })
  const counting = useAction('tasks.countScans', { onFailure })
  const creation = useAction('tasks.create', { onFailure })
  const countInto = async (id: number) => {
    // A failure is reported above.
    const answer = await counting.mutateAsync({ params: { id } }).catch(() => null)
    if (!answer) return
    notify({
      text: t('uncountedDone', { count: answer.counted, id: String(id) }),
      tone: 'ok',
      action: {
        label: t('uncountedOpen'),
        onClick: () => void navigate({ to: '/task/$id', params: { id: String(id) } }),
      },
    })
  }
  return {
    isBusy: counting.isPending || creation.isPending,
    countInto,
    countIntoNew: async () => {
      const isSure = await confirm({
        title: t('uncountedCreateTitle', { count: pieces }),
        text: t('uncountedCreateText', { name: isolated(user.full_name), product: isolated(product.name) }),
        confirmLabel: t('uncountedCreate'),
        cancelLabel: t('keep'),
      })
      if (!isSure) return
      const body = { product_id: product.id, supply_id: supplyId, user_id: user.id, quantity: pieces }
      const answer = await creation.mutateAsync({ body }).catch(() => null)
      if (answer) await countInto(answer.task.id)
    },
  }
}
