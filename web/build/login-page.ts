import type { Plugin } from 'vite'

const paths = /^\/(login|forgot|reset\/[^/]+|email-verified|support|terms|privacy)$/

/** The development server gives these paths the page that the product's server gives them. */
export function loginPagePlugin(): Plugin {
  return {
    name: 'artel:login-page',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        const [path = '', search = ''] = request.url?.split('?') ?? []
        if (paths.test(path)) request.url = `/login.html?${search}`
        next()
      })
    },
  }
}
