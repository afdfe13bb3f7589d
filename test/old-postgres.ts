import type { AddressInfo } from 'node:net'
import { connect, createServer } from 'node:net'

/**
 * A proxy to the real server at `url` that reports another version `number` of the same length. Returns the proxy's URL.
 */
export async function openOldPostgres(url: string, real: string, number: string): Promise<{ url: string; close(): Promise<void> }> {
  const { hostname, port } = new URL(url)
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname)
    client.pipe(upstream)
    upstream.on('data', (bytes) => client.write(Buffer.from(bytes.toString('latin1').replaceAll(real, number), 'latin1')))
    for (const [one, other] of [[client, upstream] as const, [upstream, client] as const]) {
      one.on('close', () => other.destroy())
      one.on('error', () => other.destroy())
    }
  })
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle))
  const stand = new URL(url)
  stand.port = String((server.address() as AddressInfo).port)
  return { url: stand.href, close: () => new Promise((settle) => server.close(() => settle())) }
}
