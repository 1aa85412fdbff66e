import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { filesOf } from './files-of.ts'

/**
 * What only admins open, and what is large and of little use without a connection. Everything else opens without
 * one: all screens of staff with their dialogs.
 */
const notKept =
  /^src\/features\/((audit|company|imports|legal-entities|localizations|moysklad|pushes|warehouses|wildberries)\/|[\w-]+\/(form|board|many|charts|team|lock|payout)\/)/

const alwaysKept = /^(theme\.js|assets\/(texts-(ru|en)|golos-text-(cyrillic|latin)-wght).*)$/

/** What makes the app one that a phone installs: its manifest, and the worker that keeps the app itself. */
export const installedAppPlugin = (): Plugin[] =>
  VitePWA({
    strategies: 'injectManifest',
    srcDir: 'worker',
    filename: 'service-worker.ts',
    injectRegister: false,
    includeAssets: [],
    includeManifestIcons: false,
    manifest: {
      id: '/',
      name: 'Артель',
      short_name: 'Артель',
      description: 'Задачи, смены, оплата и склад',
      lang: 'ru',
      start_url: '/',
      display: 'standalone',
      background_color: '#f3f1ec',
      theme_color: '#005d5b',
      icons: [
        { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
        { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
        { src: '/icons/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      ],
    },
    injectManifest: {
      globPatterns: ['assets/*.{js,css,json,woff2}', 'theme.js'],
      // Their names hold a hash of what is in them.
      dontCacheBustURLsMatching: /^assets\//,
      manifestTransforms: [
        async (entries) => {
          const files = filesOf(['index.html'], (place) => !notKept.test(place))
          const assets = entries.filter(({ url }) => files.has(url) || alwaysKept.test(url))
          const manifest = [...assets.map((entry) => ({ ...entry, url: `/${entry.url}` })), pageEntry()]
          return { manifest, warnings: [] }
        },
      ],
    },
  })

/** All screens live in one page, which the server answers at `/`. */
function pageEntry() {
  const html = readFileSync(new URL('../dist/index.html', import.meta.url))
  return {
    url: '/',
    revision: createHash('sha256').update(html).digest('hex').slice(0, 16),
    size: html.length,
  }
}
