import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useAddressWord } from '../../../api/list/address-word.ts'
import { useUser } from '../../../api/session/session.ts'
import { Sheet } from '../../../ui/dialog/sheet.tsx'
import { ForbiddenState } from '../../../ui/states/states.tsx'
import { ComparePart } from '../compare-part.tsx'
import { CostPart } from '../products/cost-part.tsx'
import { ProductsPart } from '../products/products-part.tsx'
import { useStatsState } from '../use-stats-state.ts'
import { LeadersPart } from './leaders-part.tsx'
import { StaffPart } from './staff-part.tsx'
import { isOpenTo, teamParts } from './team-parts.ts'

/** The tabs of the team's figures. The address names the tab. */
export function TeamPage() {
  const state = useStatsState()
  const { type } = useUser()
  const [part] = useAddressWord('part', teamParts, 'team')
  if (!isOpenTo(part, type)) return <NotForYou isForOwner={part === 'cost'} />
  if (part === 'products') return <ProductsPart state={state} />
  if (part === 'compare') return <ComparePart state={state} />
  if (part === 'cost') return <CostPart state={state} />
  return type === 'staff' ? <StaffPart state={state} /> : <LeadersPart state={state} />
}

function NotForYou({ isForOwner }: { isForOwner: boolean }) {
  const t = useTranslations('stats')
  const ui = useTranslations('ui')
  return (
    <Sheet>
      <ForbiddenState
        {...(isForOwner && { title: ui('forOwnerTitle'), text: ui('forOwnerText') })}
        action={
          <Button variant="default" renderRoot={(props) => <Link {...props} to="/analytics/command" />}>
            {t('toTeam')}
          </Button>
        }
      />
    </Sheet>
  )
}
