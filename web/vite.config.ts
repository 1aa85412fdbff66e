import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { addressedFiltersPlugin } from './build/addressed-filters.ts'
import { callsPlugin } from './build/calls.ts'
import { chunksPlugin } from './build/chunks.ts'
import { className } from './build/class-names.ts'
import { compressPlugin } from './build/compress.ts'
import { fieldsPlugin } from './build/fields.ts'
import { fontPreloadPlugin } from './build/font-preload.ts'
import { installedAppPlugin } from './build/installed-app.ts'
import { loginPagePlugin } from './build/login-page.ts'
import { preloadsPlugin } from './build/preloads.ts'
import { textPlacesPlugin, textsPlugin } from './build/texts.ts'

// What makes modules of the sources.
const sources = () => [
  react(),
  callsPlugin(),
  addressedFiltersPlugin(),
  fieldsPlugin(),
  textsPlugin(),
  textPlacesPlugin(),
]

export default defineConfig({
  plugins: [
    sources(),
    chunksPlugin(sources),
    loginPagePlugin(),
    fontPreloadPlugin(),
    compressPlugin(),
    preloadsPlugin(),
    installedAppPlugin(),
  ],
  css: { modules: { generateScopedName: className } },
  build: {
    target: 'es2023',
    manifest: true,
    // A data: address would need a hole in the content security policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: { index: 'index.html', login: 'login.html' },
      // Whoever loads a chunk names it and all that it needs; without words that is a hundredth of a first visit less.
      output: { chunkFileNames: 'assets/[hash].js' },
    },
  },
  // By this name the server knows what may run compiled code.
  worker: { format: 'es', rolldownOptions: { output: { entryFileNames: 'assets/worker-[name]-[hash].js' } } },
  server: { proxy: { '/api': 'http://127.0.0.1:3000', '/storage': 'http://127.0.0.1:3000' } },
})
