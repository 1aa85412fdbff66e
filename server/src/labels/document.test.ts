import { expect, test } from 'vitest'
import { countTurns } from '../testing/turns.ts'
import { beginDocument, type Document, endDocument } from './document.ts'
import { papers } from './drawing/measures.ts'
import { beginPage } from './drawing/page.ts'

function drawPages(count: number): Document {
  const document = beginDocument('ru')
  for (let page = 0; page < count; page += 1) {
    beginPage(document, papers['58x40'])
    document.rect(0, 0, 1, 1).fill()
    document.flushPages()
  }
  return document
}

async function bytesOf(document: Document): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of document) pieces.push(piece)
  return Buffer.concat(pieces)
}

test('writes the same bytes as pdfkit', async () => {
  const [own, usual] = [drawPages(30), drawPages(30)]
  await endDocument(own)
  usual.end()
  expect((await bytesOf(own)).equals(await bytesOf(usual))).toBe(true)
})

test('yields the event loop while it lists thousands of pages', { timeout: 60_000 }, async () => {
  expect(await countTurns(endDocument(drawPages(30_000)))).toBeGreaterThan(1)
})
