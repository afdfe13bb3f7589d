import { serveStatic } from '@hono/node-server/serve-static'
import type { Hono } from 'hono'
import type { Shop } from '#server/shop.ts'
import { storedFile } from '#server/stored-file.ts'

/** The files of the build, for ever where their name carries a hash, and the pictures and videos of the shop for an hour (spec §9). */
export function serveFiles(app: Hono, shop: Shop) {
  app.get('/files/*', storedFile(shop))
  app.all('/files/*', (c) => c.notFound())
  app.use(
    '/assets/*',
    serveStatic({
      root: 'build/client',
      precompressed: true,
      onFound: (_path, c) => c.header('Cache-Control', 'public, max-age=31536000, immutable'),
    }),
  )
  app.all('/assets/*', (c) => c.notFound())
  // Asked about each time, so that a new version comes at once, and an old one that is at fault goes.
  app.use('/sw.js', serveStatic({ root: 'build/client', precompressed: true, onFound: (_path, c) => c.header('Cache-Control', 'no-cache') }))
  for (const path of ['/fonts/*', '/art/*', '/icons/*', '/favicon.svg', '/placeholder.svg', '/og.jpg']) {
    app.use(path, serveStatic({ root: 'build/client', onFound: (_path, c) => c.header('Cache-Control', 'public, max-age=86400') }))
  }
}
