import { cutText } from '@artel/contract/storable'

/** Excel takes no longer name of a sheet, in UTF-16 units. */
const maxLength = 31

// Excel forbids the signs in brackets; XML has no room for the control characters and the two non-characters.
const forbidden = /[[\]:*?/\\\p{Cc}\uFFFE\uFFFF]+/gu

/** A name that Excel takes for a sheet, as close to `title` as it can be; `Sheet1` where nothing of it can stay. */
export function sheetNameOf(title: string): string {
  const name = cutText(title.replace(forbidden, ' '), maxLength)
    // An apostrophe at an end would be read as a quote around the name.
    .replace(/^[\s']+|[\s']+$/g, '')
  // Excel keeps this name for itself.
  return name === '' || /^history$/i.test(name) ? 'Sheet1' : name
}
