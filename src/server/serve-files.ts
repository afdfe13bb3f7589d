import { serveStatic } from '@hono/node-server/serve-static'
import type { Hono, MiddlewareHandler } from 'hono'
import type { Shop } from '#server/running-shop.ts'
import { serveStoredFile } from '#server/stored-file.ts'

/** Serves the build's files, cached for ever where their name has a hash, and the shop's pictures and videos, cached for an hour (spec §9). */
export function serveFiles(app: Hono, shop: Shop) {
  app.get('/files/*', serveStoredFile(shop))
  app.all('/files/*', (c) => c.notFound())
  app.use('/assets/*', built('public, max-age=31536000, immutable', { precompressed: true }))
  app.all('/assets/*', (c) => c.notFound())
  // Revalidated each time, so that a new or repaired service worker is installed without delay.
  app.use('/sw.js', built('no-cache', { precompressed: true }))
  for (const path of ['/fonts/*', '/art/*', '/icons/*', '/favicon.svg', '/favicon.ico', '/placeholder.svg', '/og.jpg']) {
    app.use(path, built('public, max-age=86400'))
  }
}

/** A file of the build, with its Cache-Control; serveStatic's own `onFound` comes too late to set one. */
function built(cacheControl: string, options: { precompressed?: boolean } = {}): MiddlewareHandler {
  const serve = serveStatic({ root: 'build/client', ...options })
  return async (c, next) => {
    const answer = await serve(c, next)
    // Where there is no such file, it answers what `next` did, which is none.
    if (answer instanceof Response) answer.headers.set('Cache-Control', cacheControl)
    return answer
  }
}
