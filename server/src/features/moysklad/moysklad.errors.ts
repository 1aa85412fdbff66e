import type { MoySkladPause, MoySkladRunFailure } from '@artel/contract/moysklad.line'

/** What came of a question. Says nothing of the token, nor of what was answered. */
export type MoySkladFault =
  /** They are to be left alone for a while. */
  | MoySkladPause
  /** The token is accepted no more. */
  | 'refused'
  /** The token may not do this. */
  | 'forbidden'
  /** There is no such thing. */
  | 'missing'
  /** They do not take the question as it is: asking again would not change that. */
  | 'rejected'

export class MoySkladError extends Error {
  readonly fault: MoySkladFault
  readonly status: number | null
  /** Theirs, of the first error. */
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

/** What a run is ended by. */
export const failureOf = (fault: MoySkladFault): MoySkladRunFailure =>
  isPause(fault) || fault === 'refused' || fault === 'forbidden' ? fault : 'broken'

/** Their shut-off: API access of a user, without API access at all, too many wrong passwords. */
const refusals = new Set([1056, 1061, 1048])
const maintenanceCode = 1074

/** What a status that is no success means. A page of some gateway in between says nothing of the token. */
export function judge(status: number, codes: readonly number[], isTheirs: boolean): MoySkladError {
  const [code = null] = codes
  const fault = (): MoySkladFault => {
    if (codes.includes(maintenanceCode)) return 'maintenance'
    if (status === 429) return 'busy'
    if (status >= 500) return 'away'
    if (isTheirs && (status === 401 || codes.some((one) => refusals.has(one)))) return 'refused'
    if (isTheirs && status === 403) return 'forbidden'
    if (status === 404 && isTheirs) return 'missing'
    // Neither an answer nor a refusal of theirs: a redirect, a login page, an address that is another's by now.
    return isTheirs && status >= 400 ? 'rejected' : 'broken'
  }
  return new MoySkladError(fault(), status, code)
}
