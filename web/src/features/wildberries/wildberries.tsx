export { FillFromWildberries } from './fill-from-wildberries.tsx'
export type { Filled } from './offers.ts'
