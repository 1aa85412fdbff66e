import { domToBlob } from 'modern-screenshot'

/**
 * Renders a part of the page as a PNG with the product's fonts. Elements with `data-no-picture` are left out.
 */
export async function pictureOf(element: HTMLElement): Promise<Blob> {
  return domToBlob(element, {
    type: 'image/png',
    scale: 2,
    backgroundColor: getComputedStyle(element).backgroundColor,
    // Passed in, because the library finds fonts through a base address, which the page's policy forbids.
    font: { cssText: (await Promise.all(fontFaces().map(inlined))).join('\n') },
    filter: (node) => !(node instanceof HTMLElement && node.dataset.noPicture !== undefined),
  })
}

const fontFaces = (): CSSFontFaceRule[] =>
  [...document.styleSheets]
    .flatMap((sheet) => [...sheet.cssRules])
    .filter((rule) => rule instanceof CSSFontFaceRule)
    .filter(({ style }) => style.fontFamily.includes('Golos'))

/** A font rule with its file inlined, because a picture loads no files. */
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
