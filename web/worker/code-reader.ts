/// <reference types="vite/client" />
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import wasmAddress from 'zxing-wasm/reader/zxing_reader.wasm?url'

declare const self: DedicatedWorkerGlobalScope

// Reads barcodes in a thread of its own: it is compiled code, which the policy of a page forbids and this file's allows.
prepareZXingModule({ overrides: { locateFile: () => wasmAddress } })

/** A picture comes in, the texts of its codes go out; where it cannot be read there are none. */
self.addEventListener('message', async ({ data }: MessageEvent<ImageData>) => {
  const found = await readBarcodes(data, { tryHarder: true, maxNumberOfSymbols: 4 }).catch(() => [])
  self.postMessage(found.map(({ text }) => text))
})
