import type { PrintReason, PrintStatus } from './printers.line.ts'

/** Words of prints, on screens and in files. */
export const printWordsEn: Record<`status_${PrintStatus}` | `reason_${PrintReason}`, string> = {
  status_waiting: 'Waiting',
  status_printing: 'Printing',
  status_printed: 'Printed',
  status_failed: 'Not printed',
  status_unknown: 'Check the labels',
  status_cancelled: 'Cancelled',
  reason_unreachable: 'the printer is off or not in the network',
  reason_silent: 'the printer does not answer',
  reason_cut_off: 'the connection to the printer was lost',
  reason_no_paper: 'no paper',
  reason_no_ribbon: 'no ribbon',
  reason_head_open: 'the cover is open',
  reason_jam: 'paper jam',
  reason_paused: 'the printer is paused',
  reason_hot: 'the printer is too hot',
  reason_fault: 'the printer is faulty',
  reason_stuck: 'the printer has taken labels but does not print them',
  reason_interrupted: 'the server stopped while printing',
  reason_no_boxes: 'the boxes were deleted',
  reason_bad_label: 'the label cannot be drawn',
  reason_unset: 'the printer was removed from the settings',
  reason_restored: 'the data were restored from a backup',
}
