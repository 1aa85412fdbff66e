/** Side in px: the largest size of a profile photo, at double pixel density. */
const side = 512
const quality = 0.9

type Part = { x: number; y: number; width: number; height: number }

/** Cuts a square part out of a picture, as a JPEG file. */
export async function cutSquare(address: string, { x, y, width, height }: Part): Promise<File> {
  const picture = new Image()
  picture.src = address
  await picture.decode()
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The browser draws no pictures')
  // JPEG has no transparency and would turn it black.
  context.fillStyle = 'white'
  context.fillRect(0, 0, side, side)
  context.drawImage(picture, x, y, width, height, 0, 0, side, side)
  const content = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
  if (!content) throw new Error('The browser made no picture')
  return new File([content], 'face.jpg', { type: content.type })
}
