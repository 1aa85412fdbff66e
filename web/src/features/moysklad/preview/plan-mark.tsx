import { type MoySkladPlan, planWord } from '@artel/contract/moysklad/moysklad.line'
import {
  IconAlertCircleFilled,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconCirclePlus,
  IconHelpCircleFilled,
  IconLink,
  IconPencil,
  type TablerIcon,
} from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import classes from './plan-mark.module.css'

const icons: Record<MoySkladPlan, TablerIcon> = {
  create: IconCirclePlus,
  tie: IconLink,
  change: IconPencil,
  same: IconCircleCheckFilled,
  ambiguous: IconHelpCircleFilled,
  invalid: IconAlertCircleFilled,
  ignore: IconCircleDashed,
}

/** The plan of a row as an icon with its own shape. */
export function PlanMark({ plan }: { plan: MoySkladPlan }) {
  const Icon = icons[plan]
  return <Icon className={classes.mark} data-plan={plan} size={16} stroke={1.8} aria-hidden="true" />
}

/** The icon with its word. */
export function Plan({ plan, kind }: { plan: MoySkladPlan; kind: string }) {
  const t = useTranslations('moySkladItems')
  return (
    <span className={classes.plan}>
      <PlanMark plan={plan} />
      {t(planWord(plan, kind))}
    </span>
  )
}
