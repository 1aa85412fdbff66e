import type { Printer } from '@artel/contract/printers/printers'
import { useCall } from '../../../api/cache/query.ts'

/** The label printers of the company. Without any, nothing about printers is shown. */
export function usePrinters(): readonly Printer[] {
  return useCall('printers.list', {}).data?.printers ?? []
}
