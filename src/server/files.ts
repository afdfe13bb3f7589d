import { serveStatic } from '@hono/node-server/serve-static'
import type { Hono } from 'hono'

/** The files of the build, for ever where their name carries a hash, and the pictures of the shop for an hour (spec §9). */
export function serveFiles(app: Hono, dataDir: string) {
  const pictures = (type: string, c: { header(name: string, value: string): void }) => {
    c.header('Cache-Control', 'public, max-age=3600')
    c.header('Content-Security-Policy', "default-src 'none'; sandbox")
    if (type.endsWith('.avif')) c.header('Content-Type', 'image/avif')
  }
  app.use('/files/*', serveStatic({ root: dataDir, onFound: pictures }))
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
  for (const path of ['/fonts/*', '/favicon.svg', '/placeholder.svg', '/og.jpg', '/robots.txt']) {
    app.use(path, serveStatic({ root: 'build/client', onFound: (_path, c) => c.header('Cache-Control', 'public, max-age=86400') }))
  }
}
