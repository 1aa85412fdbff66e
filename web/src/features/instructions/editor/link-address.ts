const scheme = /^[a-z][a-z0-9+.-]*:/i
const allowed = /^(?:https:\/\/[^\s/?#@]+\.[^\s@/?#]|mailto:\S+@\S|tel:\+?[\d().-]{3})/i
const mail = /^[^\s@:/]+@[^\s@]+\.[^\s@]+$/
const phone = /^\+?[\d\s().-]{6,}$/
const site = /^[^\s/@:]+\.[^\s/@:.]{2,}(?:[/?#]\S*)?$/

/** Whether a text may link to an address. The server would remove any other link. */
export const isAllowedAddress = (address: string): boolean => allowed.test(address)

/** The address that a typed text means: a site, a mailbox or a phone; null if it is none. */
export function addressOf(typed: string): string | null {
  const text = typed.trim()
  if (mail.test(text)) return `mailto:${text}`
  if (phone.test(text)) return `tel:${text.replace(/[^\d+]/g, '')}`
  const address = !scheme.test(text) && site.test(text) ? `https://${text}` : text
  return isAllowedAddress(address) && !/\s/.test(address) ? address : null
}
