import { hasSscc, palletCode } from '@artel/contract/supplies/sscc'
import { useNavigate } from '@tanstack/react-router'
import { readCall } from '../../../api/cache/query.ts'

const ours = /^PL\d{10,19}$/

/**
 * Opens the pallet whose code was scanned on another screen. Everything else is left to `otherwise`, without a wait
 * for codes that no pallet has.
 */
export function useScannedPallet(supplyId: number, isProduct: (code: string) => boolean) {
  const navigate = useNavigate()
  return async (scanned: string, otherwise: () => void): Promise<void> => {
    const code = palletCode(scanned)
    if (isProduct(scanned) || !(ours.test(code) || hasSscc(code))) return otherwise()
    const read = await readCall('supplies.pallets', { params: { supply_id: supplyId } }).catch(() => null)
    const pallet = read?.pallets.find(({ barcode }) => barcode === code)
    if (!pallet) return otherwise()
    await navigate({ to: '/supply/$id', params: { id: String(supplyId) }, search: { pallet: pallet.id } })
  }
}
