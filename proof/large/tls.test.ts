import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type ConnectionOptions, connect } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createNginx, type Nginx } from '../../test/nginx.ts'

const shop = createServer((_, response) => response.end('shoes'))
let nginx: Nginx
beforeAll(async () => {
  shop.listen(0, '127.0.0.1')
  await once(shop, 'listening')
  nginx = await createNginx()
  await nginx.serve([(shop.address() as AddressInfo).port])
})
afterAll(async () => {
  await nginx.stop()
  shop.close()
})

/** The version and cipher suite that nginx agrees to, or the reason why there are none. */
function agreed(offer: ConnectionOptions): Promise<string> {
  // `SECLEVEL=0`: this side would refuse the old ones by itself.
  const ciphers = `${offer.ciphers ?? 'ALL'}:@SECLEVEL=0`
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(nginx.url).port), rejectUnauthorized: false, ...offer, ciphers })
  return new Promise((settle) => {
    socket.once('secureConnect', () => {
      settle(`${socket.getProtocol()} ${socket.getCipher().name}`)
      socket.end()
    })
    socket.once('error', ({ code }: NodeJS.ErrnoException) => settle(String(code)))
  })
}
const only = (version: 'TLSv1' | 'TLSv1.1' | 'TLSv1.2') => ({ minVersion: version, maxVersion: version })

describe('the site for nginx', () => {
  it('speaks TLS 1.3 to whoever can, and 1.2, and nothing older', async () => {
    expect(await agreed({})).toMatch(/^TLSv1.3 TLS_/)
    expect(await agreed(only('TLSv1.2'))).toMatch(/^TLSv1.2 ECDHE-RSA-AES256-GCM-SHA384$/)
    for (const version of ['TLSv1', 'TLSv1.1'] as const) expect(await agreed(only(version))).toMatch(/^ERR_SSL_.*PROTOCOL_VERSION$/)
  })

  it.each(['AES128-GCM-SHA256', 'ECDHE-RSA-AES128-SHA', 'ECDHE-RSA-AES256-SHA384', 'AES256-SHA', 'NULL-SHA256', 'AECDH-AES128-SHA'])(
    'has no part in %s',
    async (ciphers) => expect(await agreed({ ...only('TLSv1.2'), ciphers })).toBe('ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE'),
  )

  it('listens for nothing but TLS', () =>
    expect(readFileSync('deploy/nginx.conf', 'utf8').match(/^\s*listen .*$/gm)).toEqual(['    listen 443 ssl http2;']))
})
