import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pixel } from '../pixel.ts'

/** The only token that the simulator accepts. */
export const knownToken = 'eyJhbGciOiJFUzI1NiJ9.of-the-journeys.1234'
/** The only item of the seller. */
export const knownItem = 146_972_802

const folder = `https://basket-10.wbbasket.ru/vol1469/part146972/${knownItem}/images/big`

const card = {
  nmID: knownItem,
  vendorCode: 'UY-3',
  brand: 'Зотова Дом',
  title: 'Набор полотенец «Уют»',
  subjectName: 'Полотенца банные',
  description: 'Три махровых полотенца.',
  photos: [{ big: `${folder}/1.webp` }, { big: `${folder}/2.webp` }],
  sizes: [{ techSize: '0', skus: ['4600000000015'] }],
}

/** The part of Wildberries that these tests need. The server's own tests have a complete simulator. */
export async function startWildberries() {
  const server = createServer((request, response) => {
    const { url = '', headers } = request
    request.resume()
    if (url.startsWith('/content/')) return answerSeller(headers.authorization, response)
    if (url.startsWith('/cards/')) return send(response, 200, { products: [] })
    const isPhoto = url.endsWith('.webp')
    response.writeHead(isPhoto ? 200 : 404, { 'content-type': isPhoto ? 'image/png' : 'text/html' })
    response.end(isPhoto ? Buffer.from(pixel, 'base64') : 'not found')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // it listens on a port
  return {
    settings: { WILDBERRIES_CONTENT_URL: url, WILDBERRIES_CARD_URL: url, WILDBERRIES_CDN_URL: url },
    close: () => server.close(),
  }
}

function answerSeller(token: string | undefined, response: ServerResponse): void {
  if (token === knownToken) send(response, 200, { cards: [card], cursor: { total: 1 } })
  else
    send(response, 401, { title: 'unauthorized', detail: 'token problem; token is malformed', status: 401 })
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
