import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  answers,
  calls,
  endsAfter,
  fails,
  gives,
  html,
  isCutAfter,
  type ModelServer,
  onlyHeaders,
  type Reply,
  says,
  silent,
  stallsAfter,
  startModelServer,
  streams,
  tooMany,
} from '../../../test/model-server.ts'
import { type ModelEvent, ModelFailure, type Turn } from './model.ts'
import { createModel, type ModelOptions } from './open-ai-model.ts'

const turn: Turn = {
  instructions: 'You answer for a shoe shop.',
  said: [{ by: 'visitor', text: 'Do you have loafers? My secret word is ndizi.' }],
  tools: [{ name: 'search_products', description: 'Looks at the shelves.', input: { type: 'object', properties: { words: { type: 'string' } } } }],
  mayCall: true,
}
const shortTimes = { firstPieceMs: 1200, betweenPiecesMs: 300 }

let server: ModelServer
beforeAll(async () => {
  server = await startModelServer(says(''))
})
afterAll(() => server.close())

function open(...replies: Reply[]) {
  server.asked.length = 0
  server.says(...replies)
  return opened()
}
function opened(options: ModelOptions = {}) {
  const logged: Record<string, unknown>[] = []
  const model = createModel(server.settings, { ...shortTimes, log: (event) => logged.push(event), ...options })
  const ask = async (changes: Partial<Turn> = {}, signal: AbortSignal = new AbortController().signal) => {
    const events: ModelEvent[] = []
    const failure = await (async () => {
      for await (const event of model.answer({ ...turn, ...changes }, signal)) events.push(event)
      return null
    })().catch((error) => error)
    const text = events.map((event) => (event.event === 'text' ? event.text : '')).join('')
    return { events, text, failure }
  }
  return { model, ask, logged }
}

describe('the model', () => {
  it('streams text in pieces, says what it cost, and gets the conversation as OpenAI writes it', async () => {
    const printed = (['log', 'info', 'warn', 'debug'] as const).map((name) => vi.spyOn(console, name))
    const { ask, logged } = open(says('We have four loafers in EU 42.'))
    const said: Turn['said'] = [
      ...turn.said,
      { by: 'assistant', text: '', calls: [{ id: 'a', tool: 'search_products', input: { words: 'loafers' } }] },
      { by: 'tool', callId: 'a', tool: 'search_products', facts: '{"found":4}' },
    ]
    const { events, text, failure } = await ask({ said })
    expect(failure).toBeNull()
    expect(text).toBe('We have four loafers in EU 42.')
    expect(events.length).toBeGreaterThan(3)
    expect(events.at(-1)).toEqual({ event: 'end', tokens: 120 })
    expect(server.asked).toHaveLength(1)
    expect(server.asked[0]).toMatchObject({
      authorization: 'Bearer the-key-of-the-shop',
      path: '/v1/chat/completions',
      body: {
        model: 'a-model',
        stream: true,
        stream_options: { include_usage: true },
        max_tokens: 1200,
        tool_choice: 'auto',
        tools: [{ type: 'function', function: { name: 'search_products', description: 'Looks at the shelves.' } }],
        messages: [
          { role: 'system', content: 'You answer for a shoe shop.' },
          { role: 'user', content: 'Do you have loafers? My secret word is ndizi.' },
          { role: 'assistant', tool_calls: [{ id: 'a', function: { name: 'search_products', arguments: '{"words":"loafers"}' } }] },
          { role: 'tool', tool_call_id: 'a', content: '{"found":4}' },
        ],
      },
    })
    expect(logged).toEqual([{ event: 'assistant turn', outcome: 'answered', tokens: 120, ms: expect.any(Number) }])
    for (const spy of printed) expect(spy).not.toHaveBeenCalled()
    vi.restoreAllMocks()
  })

  it('hands on calls that came in pieces, and those that nobody offered or nobody can read', async () => {
    const { ask } = open(
      calls(
        { tool: 'search_products', input: { words: 'loafers' } },
        { tool: 'search_products', input: '{"words": "loa' },
        { tool: 'run_sql', input: { query: 'drop table orders' } },
        { tool: '__proto__', input: { constructor: { prototype: 1 } } },
      ),
    )
    const { events, failure } = await ask()
    expect(failure).toBeNull()
    expect(events.filter(({ event }) => event === 'call').map((event) => 'call' in event && [event.call.tool, event.call.input])).toEqual([
      ['search_products', { words: 'loafers' }],
      ['search_products', '{"words": "loa'],
      ['run_sql', { query: 'drop table orders' }],
      ['__proto__', expect.anything()],
    ])
  })

  it('asks for words alone where no tool may be called, and takes an answer without a count', async () => {
    const { ask } = open(answers({ text: 'Karibu.', usage: null }))
    expect((await ask({ mayCall: false })).events.at(-1)).toEqual({ event: 'end', tokens: null })
    expect(server.asked[0]?.body.tool_choice).toBe('none')
  })

  it.each<[string, Reply[], string, string, number]>([
    ['never says a word', [silent], 'timeout', 'timeout', 1],
    ['sends headers and never a word', [onlyHeaders], 'timeout', 'timeout', 1],
    ['stalls in mid-stream', [stallsAfter('We have')], 'timeout', 'timeout', 1],
    ['is cut in mid-stream', [isCutAfter('We have')], 'cut', 'cut', 1],
    ['ends without having said so', [endsAfter('We have')], 'cut', 'cut', 1],
    ['has too much to do', [tooMany], 'refused', 'http 429', 1],
    ['does not know the key', [gives(401, '{"error":{"message":"no such key: the-key-of-the-shop"}}')], 'refused', 'http 401', 1],
    ['fails twice', [fails], 'broken', 'http 500', 2],
    ['drops the line twice before a word', [(response) => response.socket?.destroy()], 'broken', 'unreachable', 2],
    ['answers a page', [html], 'broken', 'nonsense', 1],
    ['answers an empty stream', [streams()], 'broken', 'nonsense', 1],
    ['streams what is no JSON', [streams('{"choices": [')], 'broken', 'nonsense', 1],
    ['streams JSON of another kind', [streams('{"choices": "none"}', '[1, 2]', 'null', '"text"')], 'broken', 'nonsense', 1],
    ['streams an error', [streams('{"error": {"message": "the-key-of-the-shop"}}')], 'broken', 'nonsense', 1],
    [
      'answers whole where a stream was asked for',
      [gives(200, '{"choices":[{"message":{"content":"Hi"},"finish_reason":"stop"}]}')],
      'broken',
      'nonsense',
      1,
    ],
    ['never ends a line', [streams('x'.repeat(1_200_000))], 'broken', 'nonsense', 1],
    [
      'leads elsewhere, where the key must not go',
      [gives(307, '', { location: 'http://127.0.0.1:9/v1/chat/completions' })],
      'broken',
      'unreachable',
      2,
    ],
  ])('fails when it %s, without a word of the conversation or the key', async (_, replies, kind, code, times) => {
    const { ask, logged } = open(...replies)
    const { failure } = await ask()
    expect(failure).toBeInstanceOf(ModelFailure)
    expect(failure).toMatchObject({ kind, code })
    expect(server.asked).toHaveLength(times)
    const told = JSON.stringify([logged, failure, Object.entries(failure), failure.stack, String(failure.cause)])
    expect(told).not.toMatch(/the-key|ndizi|127\.0\.0\.1/)
    expect(logged).toEqual([{ event: 'assistant turn', outcome: kind, code, ms: expect.any(Number) }])
  })

  it('asks once more where nothing had come, and hides the first failure', async () => {
    const { ask, logged } = open(fails, says('Karibu.'))
    expect(await ask()).toMatchObject({ text: 'Karibu.', failure: null })
    expect(logged).toHaveLength(1)
  })

  it('gives the second try no more time than the first one left', async () => {
    const { ask } = open((response, request) => setTimeout(() => fails(response, request), 700), silent)
    const begun = performance.now()
    expect((await ask()).failure).toMatchObject({ kind: 'timeout' })
    // 1.2 s in all, and not 0.7 + 0.25 + 1.2.
    expect(performance.now() - begun).toBeLessThan(1900)
  })

  it('cuts off what is longer than any answer, and reads no further', async () => {
    const { ask } = open((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const piece = `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: 'shoes '.repeat(2000) } }] })}\n\n`
      const more = () => {
        while (response.write(piece));
        response.once('drain', more)
      }
      more()
    })
    expect((await ask()).failure).toMatchObject({ kind: 'cut' })
    await server.left()
  })

  it.each<[string, Reply]>([
    ['before a word', silent],
    ['in mid-stream', stallsAfter('We have')],
  ])('lets go of the line when the visitor leaves %s', async (_, reply) => {
    const leaving = new AbortController()
    const { ask, logged } = open((response, request) => {
      void reply(response, request)
      setTimeout(() => leaving.abort(), 30)
    })
    expect((await ask({}, leaving.signal)).failure).toMatchObject({ kind: 'gone' })
    await server.left()
    expect(logged).toMatchObject([{ outcome: 'gone' }])
  })

  it('ends when its time is up, whatever the pieces say', async () => {
    const { ask } = open(stallsAfter('We'))
    expect((await ask({}, AbortSignal.timeout(50))).failure).toMatchObject({ kind: 'timeout' })
  })

  it('lets go of the line when nobody listens any more', async () => {
    const { model } = open(stallsAfter('We have'))
    for await (const event of model.answer(turn, new AbortController().signal)) {
      expect(event).toEqual({ event: 'text', text: 'We have' })
      break
    }
    await server.left()
  })

  it('rests after five failures in a row, and does not count those who left', async () => {
    const { ask } = open(html)
    const gone = AbortSignal.abort()
    for (let time = 0; time < 6; time++) expect((await ask({}, gone)).failure).toMatchObject({ kind: 'gone' })
    for (let time = 0; time < 5; time++) expect((await ask()).failure).toMatchObject({ kind: 'broken' })
    server.asked.length = 0
    expect((await ask()).failure).toMatchObject({ kind: 'resting' })
    expect(server.asked).toEqual([])
  })

  it('does not ask more at once than it may, and asks again when one is done', async () => {
    server.says(says('Karibu.'))
    const { ask } = opened({ maxConcurrent: 2, firstPieceMs: 5000 })
    const all = await Promise.all(Array.from({ length: 5 }, () => ask()))
    expect(all.map(({ failure }) => failure?.code ?? 'answered').sort()).toEqual(['answered', 'answered', 'busy', 'busy', 'busy'])
    expect(await ask()).toMatchObject({ text: 'Karibu.', failure: null })
  })

  it('takes no address that nobody listens at for more than a failure', async () => {
    const gone = createServer().listen(0, '127.0.0.1')
    await once(gone, 'listening')
    const { port } = gone.address() as AddressInfo
    gone.close()
    const model = createModel({ ...server.settings, baseUrl: `http://127.0.0.1:${port}/v1` })
    const asking = (async () => {
      for await (const _ of model.answer(turn, new AbortController().signal));
    })()
    await expect(asking).rejects.toMatchObject({ kind: 'broken', code: 'unreachable' })
  })
})
