import { domToBlob } from 'modern-screenshot'

/** A part of the page as a picture, with the fonts of the product; what says `data-no-picture` is left out. */
export async function pictureOf(element: HTMLElement): Promise<Blob> {
  return domToBlob(element, {
    type: 'image/png',
    scale: 2,
    backgroundColor: getComputedStyle(element).backgroundColor,
    // The library looks for fonts by way of a base address, which the policy of the page forbids.
    font: { cssText: (await Promise.all(fontFaces().map(inlined))).join('\n') },
    filter: (node) => !(node instanceof HTMLElement && node.dataset.noPicture !== undefined),
  })
}

const fontFaces = (): CSSFontFaceRule[] =>
  [...document.styleSheets]
    .flatMap((sheet) => [...sheet.cssRules])
    .filter((rule) => rule instanceof CSSFontFaceRule)
    .filter(({ style }) => style.fontFamily.includes('Golos'))

/** A font with its file in it: a picture loads nothing. */
async function inlined({ cssText, parentStyleSheet }: CSSFontFaceRule): Promise<string> {
  const address = /url\("([^"]+)"\)/.exec(cssText)?.[1]
  if (address === undefined) return cssText
  const file = await fetch(new URL(address, parentStyleSheet?.href ?? location.href))
  return cssText.replace(address, await asDataAddress(await file.blob()))
}

function asDataAddress(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}
