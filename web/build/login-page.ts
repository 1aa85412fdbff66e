import type { Plugin } from 'vite'

/** The development server gives /login the page that the product's server gives it. */
export function loginPagePlugin(): Plugin {
  return {
    name: 'artel:login-page',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        if (request.url?.split('?')[0] === '/login')
          request.url = request.url.replace('/login', '/login.html')
        next()
      })
    },
  }
}
