import { domToBlob } from 'modern-screenshot'

/** A part of the page as a picture, with the fonts of the product; what says `data-no-picture` is left out. */
export async function pictureOf(element: HTMLElement): Promise<Blob> {
  const ground = getComputedStyle(element).backgroundColor
  return domToBlob(element, {
    type: 'image/png',
    scale: 2,
    backgroundColor: ground,
    filter: (node) => !(node instanceof HTMLElement && node.dataset.noPicture !== undefined),
  })
}
