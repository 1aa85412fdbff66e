import type { Marketplace, SupplyStatus } from '@artel/contract/supplies/supplies.line'

export type DemoSupply = {
  status: SupplyStatus
  destination: string
  marketplace: Marketplace
  /** The days of creation and of shipment, relative to today. */
  made: number
  planned: number
  boxes: number
  /** The number of full and sealed boxes. The next box is started. */
  sealed: number
  comment?: string
  isDeleted?: true
  /** The number of pallets on which the sealed boxes stand. */
  pallets?: number
}

export const demoSupplies: readonly DemoSupply[] = [
  {
    status: 'accepted',
    destination: 'Коледино',
    marketplace: 'wildberries',
    made: -40,
    planned: -36,
    boxes: 24,
    sealed: 24,
  },
  {
    status: 'accepted',
    destination: 'Электросталь',
    marketplace: 'wildberries',
    made: -27,
    planned: -24,
    boxes: 18,
    sealed: 18,
  },
  {
    status: 'accepted',
    destination: 'Хоругвино',
    marketplace: 'ozon',
    made: -20,
    planned: -17,
    boxes: 12,
    sealed: 12,
    comment: 'Приняли на 2 набора меньше, акт у Марины',
  },
  {
    status: 'cancelled',
    destination: 'Тула',
    marketplace: 'wildberries',
    made: -15,
    planned: -11,
    boxes: 3,
    sealed: 0,
    comment: 'Лимит на складе сняли',
  },
  {
    status: 'shipped',
    destination: 'Казань',
    marketplace: 'wildberries',
    made: -6,
    planned: -1,
    boxes: 20,
    sealed: 20,
  },
  {
    status: 'packed',
    destination: 'Коледино',
    marketplace: 'wildberries',
    made: -3,
    planned: 1,
    boxes: 16,
    sealed: 16,
    pallets: 2,
  },
  {
    status: 'packing',
    destination: 'Электросталь',
    marketplace: 'wildberries',
    made: -2,
    planned: 2,
    boxes: 14,
    sealed: 6,
    comment: 'Тяжёлые короба вниз',
  },
  {
    status: 'packing',
    destination: 'Хоругвино',
    marketplace: 'ozon',
    made: -1,
    planned: 3,
    boxes: 10,
    sealed: 2,
  },
  {
    status: 'draft',
    destination: 'Тула',
    marketplace: 'wildberries',
    made: 0,
    planned: 6,
    boxes: 0,
    sealed: 0,
  },
  {
    status: 'draft',
    destination: 'Розничный магазин на Таганке',
    marketplace: 'other',
    made: 0,
    planned: 8,
    boxes: 4,
    sealed: 0,
  },
  {
    status: 'draft',
    destination: 'Казань',
    marketplace: 'wildberries',
    made: -9,
    planned: -2,
    boxes: 5,
    sealed: 0,
    isDeleted: true,
  },
]
