/** A user of a company. */
export type Person = { companyId: number; userId: number }
