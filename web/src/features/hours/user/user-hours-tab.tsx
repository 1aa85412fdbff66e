import { useTranslations } from 'use-intl'
import { useCall } from '../../../api/cache/query.ts'
import { useFormat } from '../../../ui/figures/format-context.tsx'

/** The tab of a person's hours, with the number of unconfirmed shifts. */
export function UserHoursTab({ id }: { id: number }) {
  const t = useTranslations('shifts')
  const format = useFormat()
  const { data } = useCall('hours.list', { query: { limit: 1 }, body: { user_id: id, confirmed: false } })
  const total = data?.pagination.total ?? 0
  return (
    <>
      {t('title')}
      {total > 0 && <span> {format.number(total)}</span>}
    </>
  )
}
