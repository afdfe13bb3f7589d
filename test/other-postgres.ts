import { type AddressInfo, connect, createServer } from 'node:net'

/**
 * A proxy to the real server at `url` that puts other bytes of the same length in the place of `real`, both ways: its version, or a function that another server
 * may lack. Returns the proxy's URL.
 */
export async function openOtherPostgres(url: string, real: string, other: string): Promise<{ url: string; close(): Promise<void> }> {
  const { hostname, port } = new URL(url)
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname)
    for (const [from, to] of [[client, upstream] as const, [upstream, client] as const]) {
      from.on('data', (bytes) => to.write(Buffer.from(bytes.toString('latin1').replaceAll(real, other), 'latin1')))
      from.on('close', () => to.destroy())
      from.on('error', () => to.destroy())
    }
  })
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle))
  const stand = new URL(url)
  stand.port = String((server.address() as AddressInfo).port)
  return { url: stand.href, close: () => new Promise((settle) => server.close(() => settle())) }
}
