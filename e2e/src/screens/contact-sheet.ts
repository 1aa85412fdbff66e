import { readFile } from 'node:fs/promises'
import type { Browser } from 'playwright-core'

export type Picture = { file: string; label: string; width: number }

/** The scale of a picture on the sheet. */
const scale = 0.5

/** Draws rows of pictures on one sheet under `title`, and writes it as a PNG. */
export async function writeContactSheet(
  browser: Browser,
  file: string,
  title: string,
  rows: readonly (readonly Picture[])[],
): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 400, height: 400 } })
  try {
    const drawn = await Promise.all(
      rows.map(async (row) => (await Promise.all(row.map(drawPicture))).join('')),
    )
    await page.setContent(
      `<style>body{margin:8px;width:max-content;font:13px sans-serif;background:#8a8a8a;color:#000}
       .row{display:flex;gap:8px;align-items:flex-start;margin-bottom:8px}figure{margin:0}img{display:block}</style>
       <b>${escapeHtml(title)}</b>${drawn.map((row) => `<div class="row">${row}</div>`).join('')}`,
    )
    await page.screenshot({ path: file, fullPage: true })
  } finally {
    await page.close()
  }
}

async function drawPicture({ file, label, width }: Picture): Promise<string> {
  const data = await readFile(file, 'base64')
  return `<figure><figcaption>${escapeHtml(label)}</figcaption><img width="${width * scale}" src="data:image/png;base64,${data}"></figure>`
}

const escapeHtml = (text: string) => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)
