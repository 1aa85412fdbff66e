export type CodeReader = {
  /** The codes in the current video frame. */
  read(video: HTMLVideoElement): Promise<string[]>
  close(): void
}

const formats = ['ean_13', 'ean_8', 'upc_a', 'upc_e', 'code_128', 'code_39', 'itf', 'qr_code', 'data_matrix']

/** The part of the browser's barcode API that is used here. TypeScript has no types for it yet. */
type Detector = { detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]> }
type DetectorClass = {
  new (options: { formats: string[] }): Detector
  getSupportedFormats(): Promise<string[]>
}

/** Opens the browser's own reader if it supports barcodes, else the reader that is bundled with the app. */
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
  return {
    read: async (video) => (await detector.detect(video)).map(({ rawValue }) => rawValue),
    close: () => undefined,
  }
}

function carriedReader(): CodeReader {
  const worker = new Worker(new URL('../../../../worker/code-reader.ts', import.meta.url), { type: 'module' })
  const canvas = document.createElement('canvas')
  const surface = canvas.getContext('2d', { willReadFrequently: true })
  return {
    read: async (video) => {
      if (!surface) return []
      canvas.width = video.videoWidth
      canvas.height = video.videoHeight
      surface.drawImage(video, 0, 0)
      const picture = surface.getImageData(0, 0, canvas.width, canvas.height)
      return ask(worker, picture)
    },
    close: () => worker.terminate(),
  }
}

const ask = (worker: Worker, picture: ImageData): Promise<string[]> =>
  new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<string[]>) => resolve(data)
    worker.onerror = () => reject(new Error('The reader of codes did not start'))
    worker.postMessage(picture, [picture.data.buffer])
  })
