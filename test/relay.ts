import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'

/** A proxy with a fixed port in front of a shop that gets a new port at each start. */
export interface Relay {
  url: string
  leadTo(shopUrl: string): void
  /** While the shop is down: `lose` answers 502; `hold` retries, like a delayed message. */
  whenClosed: 'lose' | 'hold'
  close(): Promise<void>
}

export async function openRelay(): Promise<Relay> {
  let target = ''
  let closed = false
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const pass = async (): Promise<number> => {
      try {
        const headers = { 'content-type': 'application/json', connection: 'close' }
        const answer = await fetch(target + request.url, { method: request.method, headers, body })
        await answer.body?.cancel()
        return answer.status
      } catch {
        return 502
      }
    }
    let status = await pass()
    while (relay.whenClosed === 'hold' && status >= 500 && !closed) {
      await pause(50)
      status = await pass()
    }
    response.writeHead(status).end()
  })
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle))
  const relay: Relay = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    leadTo: (shopUrl) => {
      target = shopUrl
    },
    whenClosed: 'lose',
    close: () => {
      closed = true
      server.closeAllConnections()
      return new Promise((settle) => server.close(() => settle()))
    },
  }
  return relay
}
