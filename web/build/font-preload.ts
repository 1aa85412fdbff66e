import type { Plugin } from 'vite'

// The rouble sign is in latin-ext, digits in latin: every page draws with all three.
const neededFonts = /golos-text-(cyrillic|latin|latin-ext)-wght-normal-[\w-]+\.woff2$/

/** Preloads the fonts of the first paint, whose hashed names are known only after the build. */
export function fontPreloadPlugin(): Plugin {
  return {
    name: 'artel:font-preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((name) => neededFonts.test(name))
          .map((name) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${name}`, crossorigin: '' },
            injectTo: 'head' as const, // widened to string otherwise
          })),
    },
  }
}
