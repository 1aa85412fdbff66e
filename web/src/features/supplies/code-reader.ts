import wasmAddress from 'zxing-wasm/reader/zxing_reader.wasm?url'

/** Reads the codes that a picture of the camera shows. */
export type CodeReader = (video: HTMLVideoElement) => Promise<string[]>

const formats = ['ean_13', 'ean_8', 'upc_a', 'upc_e', 'code_128', 'code_39', 'itf', 'qr_code', 'data_matrix']

/** What browsers have of their own, as far as it is used; the types of the language do not know it yet. */
type Detector = { detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]> }
type DetectorClass = {
  new (options: { formats: string[] }): Detector
  getSupportedFormats(): Promise<string[]>
}

/** The browser's own reader where it knows barcodes, else one that comes with the app. */
export async function openCodeReader(): Promise<CodeReader> {
  return (await ownReader()) ?? carriedReader()
}

async function ownReader(): Promise<CodeReader | null> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass } // declared above
  if (!BarcodeDetector) return null
  const known = await BarcodeDetector.getSupportedFormats().catch((): string[] => [])
  const usable = formats.filter((format) => known.includes(format))
  if (!usable.includes('ean_13') || !usable.includes('code_128')) return null
  const detector = new BarcodeDetector({ formats: usable })
  return async (video) => (await detector.detect(video)).map(({ rawValue }) => rawValue)
}

async function carriedReader(): Promise<CodeReader> {
  const { prepareZXingModule, readBarcodes } = await import('zxing-wasm/reader')
  await prepareZXingModule({ overrides: { locateFile: () => wasmAddress }, fireImmediately: true })
  const canvas = document.createElement('canvas')
  const surface = canvas.getContext('2d', { willReadFrequently: true })
  return async (video) => {
    if (!surface) return []
    canvas.width = video.videoWidth
    canvas.height = video.videoHeight
    surface.drawImage(video, 0, 0)
    const picture = surface.getImageData(0, 0, canvas.width, canvas.height)
    const found = await readBarcodes(picture, { tryHarder: true, maxNumberOfSymbols: 4 })
    return found.map(({ text }) => text)
  }
}
