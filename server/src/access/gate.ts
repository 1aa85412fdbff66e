import { mayKnock } from '@artel/contract/access'
import type { Call } from '@artel/contract/call'
import type { ErrorCode } from '@artel/contract/errors/errors'
import { ApiError } from '../errors/errors.ts'
import type { Actor } from './actor.ts'

/** The calls of one path by their methods. */
export type CallsByMethod = ReadonlyMap<string, Call>

const overridable = ['PUT', 'DELETE'] as const

/** The methods that a request may have. */
export const wireMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/** The method of the call that a method on the wire means: PATCH means PUT, and HEAD means GET. */
export const methodOf = (wire: string): string => (wire === 'HEAD' ? 'GET' : wire === 'PATCH' ? 'PUT' : wire)

/**
 * The calls that a request may mean before its body is read, because the body of a POST may name another
 * method. Leaves out calls that the caller may not make.
 * @throws ApiError method_not_allowed; 401 or 403 if no call is left
 */
export function findReachable(calls: CallsByMethod, wire: string, actor: Actor | null): Call[] {
  const method = methodOf(wire)
  const methods = method === 'POST' ? [method, ...overridable] : [method]
  const meant = methods.flatMap((name) => calls.get(name) ?? [])
  const [first] = meant
  if (!first) throw new ApiError('method_not_allowed')
  const reachable = meant.filter((call) => !findRefusal(call, actor))
  if (reachable.length === 0) checkGate(first, actor)
  return reachable
}

type Gate = Pick<Call, 'access' | 'isOpenToInactive' | 'isOpenBeforePasswordChange' | 'isOpenBeforeTotp'>

/** Checks who may make a call at all. The feature checks access to a row. @throws ApiError 401 or 403 */
export function checkGate(gate: Gate, actor: Actor | null): void {
  const refusal = findRefusal(gate, actor)
  if (refusal) throw new ApiError(refusal)
}

/** Whether the check passes, for calls that have begun already. */
export const isThroughGate = (gate: Gate, actor: Actor | null): boolean => findRefusal(gate, actor) === null

function findRefusal(gate: Gate, actor: Actor | null): ErrorCode | null {
  if (actor && !actor.isCompanyActive && !gate.isOpenToInactive) return 'company_inactive'
  if (actor?.mustChangePassword && !gate.isOpenBeforePasswordChange) return 'password_change_required'
  if (actor?.mustSetUpTotp && !gate.isOpenBeforeTotp) return 'totp_setup_required'
  if (mayKnock(gate.access, actor?.type ?? null)) return null
  return actor ? 'forbidden' : 'unauthenticated'
}
