import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { selfSigned } from '@viatu/daraja/simulator'
import type { Exceptions } from '#services/web-files/public-web.ts'

export interface WebSite {
  /** `https://pictures.example:PORT` */
  origin: string
  /** Lets the shop reach it: DNS, port and certificate. */
  exceptions: Required<Pick<Exceptions, 'resolve' | 'reachable' | 'ca'>>
  /** The requests it received. */
  asked: { path: string; headers: IncomingHttpHeaders; serverName: string | false | null }[]
  close(): Promise<void>
}

const name = 'pictures.example'

/** A foreign web site: a real https server on this machine, with a self-signed certificate. */
export async function openWebSite(answer: (path: string, response: ServerResponse, request: IncomingMessage) => void): Promise<WebSite> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const ca = selfSigned(privateKey, name, new Date('2026-01-01'))
  const asked: WebSite['asked'] = []
  const server = createServer({ key: privateKey.export({ type: 'pkcs8', format: 'pem' }), cert: ca }, (request: IncomingMessage, response) => {
    const path = request.url ?? ''
    asked.push({ path, headers: request.headers, serverName: (request.socket as TLSSocket & { servername: string | false | null }).servername })
    answer(path, response, request)
  })
  server.on('tlsClientError', () => {})
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    origin: `https://${name}:${port}`,
    exceptions: { resolve: async (host) => (host === name ? ['127.0.0.1'] : []), reachable: [`127.0.0.1:${port}`], ca },
    asked,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
