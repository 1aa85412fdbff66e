/** Where a phone number leads: a call. */
export const callAddress = (phone: string): string => `tel:${phone.replace(/[^\d+]/g, '')}`
