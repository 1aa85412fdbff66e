// The forms in which its address is shared: of the page, of the app, and with the number as a parameter.
const addresses = [
  /wildberries\.[a-z]{2,3}\/.*?catalog\/(\d+)/i,
  /wildberries\.[a-z]{2,3}\/.*[?&](?:nm|card)=(\d+)/i,
]

const longest = 15

/** The number of a product at Wildberries, from what a person has copied: the number itself, or its address. */
export function readItemNumber(text: string): number | null {
  const bare = text.replace(/\s/g, '')
  const digits = /^\d+$/.test(bare)
    ? bare
    : addresses.map((address) => address.exec(bare)?.[1]).find((found) => found !== undefined)
  if (digits === undefined || digits.length > longest) return null
  return Number(digits) > 0 ? Number(digits) : null
}
