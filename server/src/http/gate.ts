import { mayKnock } from '@artel/contract/access'
import type { Call } from '@artel/contract/call'
import type { Actor } from '../access/actor.ts'
import { ApiError } from './errors.ts'

type Gate = Pick<Call, 'access' | 'isOpenToInactive' | 'isOpenBeforePasswordChange' | 'isOpenBeforeTotp'>

/** Who may knock at all; whether they may touch a row is the feature's question. @throws ApiError 401 or 403 */
export function checkGate(gate: Gate, actor: Actor | null): void {
  if (actor && !actor.isCompanyActive && !gate.isOpenToInactive) throw new ApiError('company_inactive')
  if (actor?.mustChangePassword && !gate.isOpenBeforePasswordChange) {
    throw new ApiError('password_change_required')
  }
  if (actor?.mustSetUpTotp && !gate.isOpenBeforeTotp) throw new ApiError('totp_setup_required')
  if (mayKnock(gate.access, actor?.type ?? null)) return
  throw new ApiError(actor ? 'forbidden' : 'unauthenticated')
}
