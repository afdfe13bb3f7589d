import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { startSimulator } from '@viatu/daraja/simulator'

/** What bench/observing.ts asks of this process: so many pages, or so many orders that are paid. `items` are those of each order. */
export interface Round {
  kind: 'page' | 'checkout'
  count: number
  url: string
  items: object[]
}
export const account = { consumerKey: 'bench-key', consumerSecret: 'bench-secret', shortcode: '174379', passkey: 'bench-passkey' }

const callers = 8
const agent = new Agent({ keepAlive: true, maxSockets: callers })
let buyers = 0

/** The visitors and M-Pesa, in a process of their own, so that the other's processor time is the shop's. The book is the argument. */
if (process.send) {
  const simulator = await startSimulator({ bookPath: process.argv[2] as string, ...account })
  simulator.control.answerAutomatically({ pin: true })
  process.on('message', async (round: Round) => {
    let left = round.count
    const caller = async () => {
      while (left-- > 0) await (round.kind === 'page' ? call(round.url, 200) : call(`${round.url}/api/orders`, 201, order(round.items)))
    }
    await Promise.all(Array.from({ length: callers }, caller))
    await simulator.control.settled()
    process.send?.('done')
  })
  process.once('disconnect', () => process.exit())
  process.send(simulator.url)
}

function order(items: object[]) {
  const customer_phone = `2547${String(10_000_000 + buyers++).padStart(8, '0')}`
  return { customer_name: `Buyer ${buyers}`, customer_phone, delivery_address: 'Moi Avenue, Nairobi', items }
}

function call(url: string, expected: number, body?: object): Promise<void> {
  return new Promise((settle, fail) => {
    const headers = {
      'accept-encoding': 'br',
      accept: 'text/html',
      ...(body && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
    }
    const asking = request(url, { agent, method: body ? 'POST' : 'GET', headers }, (response) => {
      response.resume().once('end', () => (response.statusCode === expected ? settle() : fail(new Error(`${url} answered ${response.statusCode}`))))
    })
    asking.once('error', fail).end(body && JSON.stringify(body))
  })
}
