// Without schemas, so that screens that only draw a state do not load the schema library.

/**
 * `unknown`: the server lost the printer while labels were on their way, so only a person can see how many came
 * out.
 */
export const printStatuses = ['waiting', 'printing', 'printed', 'failed', 'unknown', 'cancelled'] as const
export type PrintStatus = (typeof printStatuses)[number]

/** Why a print waits, is interrupted, or has ended before all its labels were printed. */
export const printReasons = [
  'unreachable',
  'silent',
  'cut_off',
  'no_paper',
  'no_ribbon',
  'head_open',
  'jam',
  'paused',
  'hot',
  'fault',
  'stuck',
  'interrupted',
  'no_boxes',
  'bad_label',
  'unset',
  'restored',
] as const
export type PrintReason = (typeof printReasons)[number]

/** Statuses of prints that may still bring labels. */
export const openPrintStatuses: readonly PrintStatus[] = ['waiting', 'printing']

/** Maximum boxes that are named in one call. Without names, all boxes of the supply are printed. */
export const maxNamedBoxes = 500

/** Maximum prints of a printer that wait: of everybody, and of one person, who leaves room to others. */
export const maxWaitingPrints = 200
export const maxOwnWaitingPrints = 100

/**
 * Maximum labels that one person sends to printers within 24 hours: ten of the largest supplies. A print keeps its boxes
 * for as long as it is kept.
 */
export const maxLabelsADay = 200_000
