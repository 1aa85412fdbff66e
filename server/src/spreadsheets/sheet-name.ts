import { cutText } from '@artel/contract/shapes/storable'

/** Maximum length of a sheet name in Excel, UTF-16 units. */
const maxLength = 31

// Excel forbids the characters in brackets. XML cannot contain the control characters and the two
// non-characters.
const forbidden = /[[\]:*?/\\\p{Cc}\uFFFE\uFFFF]+/gu

/**
 * A valid sheet name for Excel, as close to `title` as possible. `Sheet1` if nothing of the title remains.
 */
export function sheetNameOf(title: string): string {
  const name = cutText(title.replace(forbidden, ' '), maxLength)
    // An apostrophe at either end would be read as a quote around the name.
    .replace(/^[\s']+|[\s']+$/g, '')
  // Excel reserves this name.
  return name === '' || /^history$/i.test(name) ? 'Sheet1' : name
}
