import { useCall, useWholeList } from '../../../api/cache/query.ts'
import { failureOver } from '../../../api/send/failure.ts'
import { daysOf } from '../../../ui/dates/periods.ts'
import type { PeopleLayoutProps } from '../../users/users.tsx'
import type { Whose } from './on-shift-now.tsx'
import { teamWeekOf } from './team-week.ts'
import type { useTeamWeek } from './use-team-week.ts'

type List = PeopleLayoutProps['list']

/** The people of a page, and all their shifts of a week. */
export function useTeamHours(list: List, { week, today }: ReturnType<typeof useTeamWeek>) {
  const people = useCall('users.list', list.input)
  const ids = people.data?.users.map(({ id }) => id) ?? []
  const hours = useWholeList(
    'hours.list',
    { body: { user_id: ids, date_from: week.from, date_to: week.to } },
    { enabled: ids.length > 0 },
  )
  return {
    pagination: people.data?.pagination,
    isEmpty: people.data !== undefined && ids.length === 0,
    isLoading: !people.data || !hours.data,
    error: failureOver(people.data, people.error) ?? failureOver(hours.data, hours.error),
    retry: () => void Promise.all([people.refetch(), hours.refetch()]),
    week: {
      people: people.data?.users ?? [],
      days: daysOf(week),
      today,
      lockedUntil: hours.data?.[0]?.locked_until ?? null,
      sums: teamWeekOf(hours.data?.flatMap((page) => page.hours) ?? []),
      isWhole: people.data?.pagination.pages === 1,
    },
  }
}

/** The filters of the people list, in the shape that the hours list takes. */
export function whoseOf({ filters: { type, status, warehouse_id }, search }: List['state']): Whose {
  return {
    ...(type !== undefined && { user_type: type }),
    ...(status !== undefined && { user_status: status }),
    ...(warehouse_id !== undefined && { warehouse_id }),
    ...(search !== '' && { search }),
  }
}
