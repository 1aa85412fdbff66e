// The forms of a product link: web page, app, and the number as a parameter.
const addresses = [
  /wildberries\.[a-z]{2,3}\/.*?catalog\/(\d+)/i,
  /wildberries\.[a-z]{2,3}\/.*[?&](?:nm|card)=(\d+)/i,
]

const longest = 15

/**
 * Parses the Wildberries number from a copied text:
 * the number itself, or a product link; null if it is neither.
 */
export function readItemNumber(text: string): number | null {
  const bare = text.replace(/\s/g, '')
  const digits = /^\d+$/.test(bare)
    ? bare
    : addresses.map((address) => address.exec(bare)?.[1]).find((found) => found !== undefined)
  if (digits === undefined || digits.length > longest) return null
  return Number(digits) > 0 ? Number(digits) : null
}
