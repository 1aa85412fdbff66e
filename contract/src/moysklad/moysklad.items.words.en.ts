import type { MoySkladAction, MoySkladPlan } from './moysklad.line.ts'

/** What a sync plans and does with rows of MoySklad, on screens and in files. */
export const moySkladItemWordsEn: Record<
  `plan_${MoySkladPlan}` | 'plan_ignore_employee' | `action_${MoySkladAction}`,
  string
> = {
  plan_create: 'to be created',
  plan_ignore_employee: 'not linked',
  plan_tie: 'to be linked',
  plan_change: 'to be changed',
  plan_same: 'up to date',
  plan_ambiguous: 'to decide',
  plan_invalid: 'has errors',
  plan_ignore: 'skipped',
  action_create: 'created',
  action_tie: 'linked',
  action_change: 'changed',
  action_untie: 'unlinked',
  action_fail: 'error',
  action_partial: 'synced in part',
  action_gone: 'deleted in MoySklad',
  action_back: 'restored in MoySklad',
}
