import type { MoySkladPause, MoySkladRunFailure } from '@artel/contract/moysklad/moysklad.line'

/** Why a request failed. It contains neither the token nor the answer. */
export type MoySkladFault =
  /** Requests to MoySklad must pause for a while. */
  | MoySkladPause
  /** MoySklad no longer accepts the token. */
  | 'refused'
  /** The token does not have the permission. */
  | 'forbidden'
  /** The requested object does not exist. */
  | 'missing'
  /** The request itself is invalid, so a retry would also fail. */
  | 'rejected'
  /** The company has no room for what was read. */
  | 'full'

export class MoySkladError extends Error {
  readonly fault: MoySkladFault
  readonly status: number | null
  /** MoySklad's code of the first error in the answer. */
  readonly code: number | null

  constructor(
    fault: MoySkladFault,
    status: number | null = null,
    code: number | null = null,
    cause?: unknown,
  ) {
    super(`MoySklad: ${fault}${status === null ? '' : `, ${status}`}${code === null ? '' : `, ${code}`}`, {
      cause,
    })
    this.fault = fault
    this.status = status
    this.code = code
  }
}

const pauses: ReadonlySet<string> = new Set<MoySkladPause>(['away', 'slow', 'busy', 'broken', 'maintenance'])

export const isPause = (fault: string): fault is MoySkladPause => pauses.has(fault)

/** The failure to save with a run that a fault ends. */
export const failureOf = (fault: MoySkladFault): MoySkladRunFailure =>
  isPause(fault) || fault === 'refused' || fault === 'forbidden' || fault === 'full' ? fault : 'broken'

/** Codes of blocked access: API access of a user, no API access at all, too many wrong passwords. */
const refusals = new Set([1056, 1061, 1048])
const maintenanceCode = 1074

/** Maps an error status to a fault. A page of a gateway in between says nothing about the token. */
export function judge(status: number, codes: readonly number[], isTheirs: boolean): MoySkladError {
  const [code = null] = codes
  const fault = (): MoySkladFault => {
    if (codes.includes(maintenanceCode)) return 'maintenance'
    if (status === 429) return 'busy'
    if (status >= 500) return 'away'
    if (isTheirs && (status === 401 || codes.some((one) => refusals.has(one)))) return 'refused'
    if (isTheirs && status === 403) return 'forbidden'
    if (status === 404 && isTheirs) return 'missing'
    // Not an answer of MoySklad: a redirect, a login page, or a host that now belongs to somebody else.
    return isTheirs && status >= 400 ? 'rejected' : 'broken'
  }
  return new MoySkladError(fault(), status, code)
}
