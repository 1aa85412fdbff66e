/** The link that calls a phone number. */
export const callAddress = (phone: string): string => `tel:${phone.replace(/[^\d+]/g, '')}`
