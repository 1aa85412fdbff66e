/// <reference types="vite/client" />
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import wasmAddress from 'zxing-wasm/reader/zxing_reader.wasm?url'

declare const self: DedicatedWorkerGlobalScope

// Reads barcodes in a separate thread. The reader is compiled code (WebAssembly), which the content security
// policy of a page forbids and that of this file allows.
prepareZXingModule({ overrides: { locateFile: () => wasmAddress } })

/** Takes a picture and answers the texts of its codes; an empty list if the picture cannot be read. */
self.addEventListener('message', async ({ data }: MessageEvent<ImageData>) => {
  const found = await readBarcodes(data, { tryHarder: true, maxNumberOfSymbols: 4 }).catch(() => [])
  self.postMessage(found.map(({ text }) => text))
})
