import { domToBlob } from 'modern-screenshot'

/**
 * Renders a part of the page as a PNG with the product's fonts. Elements with `data-no-picture` are left out.
 */
export async function pictureOf(element: HTMLElement): Promise<Blob> {
  await untilDrawn(element)
  return domToBlob(element, {
    type: 'image/png',
    scale: 2,
    backgroundColor: getComputedStyle(element).backgroundColor,
    includeStyleProperties: drawn,
    // Passed in, because the library finds fonts through a base address, which the page's policy forbids.
    font: { cssText: (await Promise.all(fontFaces().map(inlined))).join('\n') },
    filter: (node) => !(node instanceof HTMLElement && node.dataset.noPicture !== undefined),
  })
}

/** Waits until the chart has replaced its placeholder, because its code may still be loading. */
async function untilDrawn(element: HTMLElement): Promise<void> {
  while (element.isConnected && element.querySelector('[data-to-come]'))
    await new Promise((resume) => requestAnimationFrame(resume))
}

const sides = ['top', 'right', 'bottom', 'left']
const corners = ['top-left', 'top-right', 'bottom-right', 'bottom-left']
const properties = `display position box-sizing width height min-width min-height overflow-x overflow-y
  flex-direction flex-wrap flex-grow flex-shrink flex-basis order row-gap column-gap
  align-items align-self align-content justify-content justify-items justify-self
  grid-template-columns grid-template-rows grid-column-start grid-column-end grid-row-start grid-row-end
  background-color background-image color opacity visibility transform transform-origin clip-path
  font-family font-size font-weight font-style font-variant-numeric line-height letter-spacing list-style-type
  text-align text-transform text-anchor text-overflow white-space vertical-align dominant-baseline
  fill fill-opacity stroke stroke-width stroke-opacity stroke-dasharray stroke-linecap stroke-linejoin`

/**
 * The style properties that charts and their frame use. The library copies only these from each element, because
 * copying all properties takes five times as long. If a chart uses another property, add it here.
 */
const drawn = [
  ...properties.split(/\s+/),
  ...sides.flatMap((side) => [side, `margin-${side}`, `padding-${side}`]),
  ...sides.flatMap((side) => [`border-${side}-width`, `border-${side}-style`, `border-${side}-color`]),
  ...corners.map((corner) => `border-${corner}-radius`),
]

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
