import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { failureText } from '#domain/assistant.ts'
import { createModel } from '#services/assistant/open-ai-model.ts'
import { useApp } from '../../test/app.ts'
import { putOnShelf, shopFacts } from '../../test/checkout.ts'
import { calls, fails, type ModelServer, type Reply, says, stallsAfter, startModelServer } from '../../test/model-server.ts'

let server: ModelServer
let model: ReturnType<typeof createModel>
let dailyTokens = 1_000_000
const app = useApp({ assistant: () => ({ model, dailyTokens }) })

beforeAll(async () => {
  server = await startModelServer(says('Karibu.'))
  await putOnShelf(app.database, { name: 'Wingu Loafer', price: 4000, discount: 10, sizes: { '42': 3 } })
})
afterAll(() => server.close())

let visitors = 0
async function ask(replies: Reply[], body: Record<string, unknown>, times = { firstPieceMs: 20_000, betweenPiecesMs: 20_000 }) {
  server.asked.length = 0
  server.says(...replies)
  model = createModel(server.settings, times)
  return app.ask('POST', '/api/functions/ai-chatbot', { body: { visitor: `visitor ${visitors++}`, ...body } })
}

const faults: [string, Reply[]][] = [
  ['stalls in mid-stream', [stallsAfter('We have many. And ')]],
  ['fails', [fails]],
  ['invents a price', [says('All loafers are KSh 10.')]],
]

describe('the assistant with a model', () => {
  it('answers with it, whole and streamed', async () => {
    const replies = () => [
      calls({ tool: 'search_products', input: { words: 'loafers', size: '42' } }),
      says('Wingu Loafer is KSh 3,600. It comes in 42.'),
    ]
    const { body } = await ask(replies(), { message: 'loafers in 42' })
    expect(body).toMatchObject({ response: 'Wingu Loafer is KSh 3,600. It comes in 42.', products: [{ name: 'Wingu Loafer', price: 3600 }] })
    const streamed = await ask(replies(), { message: 'loafers in 42', stream: true })
    expect(streamed.body.match(/event: \w+/g)).toEqual(['event: text', 'event: text', 'event: products', 'event: done'])
    expect(streamed.body).toContain(JSON.stringify(body))
  })

  it.each(faults)(
    'answers from the shelf when the model %s, and in the words of the specification where the shelf knows nothing',
    async (_, replies) => {
      const impatient = { firstPieceMs: 300, betweenPiecesMs: 200 }
      const found = await ask(replies, { message: 'loafers in size 42' }, impatient)
      expect(found.status).toBe(200)
      expect(found.body).toMatchObject({ response: expect.stringContaining('KSh 3,600'), products: [{ name: 'Wingu Loafer' }] })
      const nothing = await ask(replies, { message: 'what is the meaning of life?', stream: true }, impatient)
      const done = JSON.parse(nothing.body.slice(nothing.body.indexOf('data: ', nothing.body.indexOf('event: done')) + 6))
      expect(done).toMatchObject({ response: failureText(shopFacts), products: [] })
      expect(JSON.stringify(app.logged)).not.toMatch(/meaning of life|the-key-of-the-shop/)
    },
  )

  it('is honest, and asks nobody, once the tokens of the day are spent', async () => {
    dailyTokens = 1000
    const { body } = await ask([says('Life is 42.')], { message: 'what is the meaning of life?' })
    expect(body.response).toMatch(/did not find anything/)
    expect(server.asked).toEqual([])
    dailyTokens = 1_000_000
  })

  it('hands sentences on while the model speaks, and lets go of it when the visitor leaves', async () => {
    const onward = ({ method, url, body, headers, signal }: Request) =>
      app.fetch(method, new URL(url).pathname, { body, headers: Object.fromEntries(headers), signal, duplex: 'half' } as RequestInit)
    const endpoint = serve({ fetch: onward, port: 0, hostname: '127.0.0.1' })
    await once(endpoint, 'listening')
    const url = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/api/functions/ai-chatbot`
    for (const stream of [true, false]) {
      server.says(stallsAfter('Karibu sana. Let me'))
      model = createModel(server.settings, { betweenPiecesMs: 20_000 })
      server.asked.length = 0
      const leaving = new AbortController()
      const asked = fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ message: 'hi', visitor: `leaving ${stream}`, stream }),
        signal: leaving.signal,
      })
      if (stream) {
        const reader = ((await asked).body as ReadableStream<Uint8Array>).getReader()
        expect(new TextDecoder().decode((await reader.read()).value)).toContain('Karibu sana. ')
      } else while (server.asked.length === 0) await new Promise(setImmediate)
      leaving.abort()
      await asked.catch(() => {})
      await server.left()
    }
    endpoint.close()
  })
})
