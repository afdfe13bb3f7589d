import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { ModelSettings } from '#services/assistant/assistant-environment.ts'

/** A server for OpenAI's chat completions API, streamed or not, with scripted answers. */
export interface ModelServer extends AsyncDisposable {
  settings: ModelSettings
  /** The requests, in order. */
  asked: ChatRequest[]
  /** Sets the next replies, in order; the last one repeats. */
  says(...replies: Reply[]): void
  /** Resolves when the client has closed the connection of the last request. */
  left(): Promise<void>
  close(): Promise<void>
}

export interface ChatRequest {
  authorization: string
  path: string
  body: {
    model: string
    stream?: boolean
    max_tokens?: number
    tool_choice?: string
    tools?: { function: { name: string; description: string; parameters: Record<string, unknown> } }[]
    messages: {
      role: string
      content: string | null
      tool_calls?: { id: string; function: { name: string; arguments: string } }[]
      tool_call_id?: string
    }[]
  }
}

export type Reply = (response: ServerResponse, request: ChatRequest) => unknown

export async function startModelServer(...first: Reply[]): Promise<ModelServer> {
  const asked: ChatRequest[] = []
  let replies = first
  let leaving: Promise<unknown> = Promise.resolve()
  const server = createServer(async (request, response) => {
    leaving = once(response, 'close')
    const one: ChatRequest = {
      authorization: request.headers.authorization ?? '',
      path: request.url as string,
      body: JSON.parse(await textOf(request)) as ChatRequest['body'],
    }
    asked.push(one)
    const reply = (replies.length > 1 ? replies.shift() : replies[0]) as Reply
    await reply(response, one)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () =>
    new Promise<void>((settle) => {
      server.close(() => settle())
      server.closeAllConnections()
    })
  return {
    settings: {
      baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
      apiKey: 'the-key-of-the-shop',
      model: 'a-model',
      dailyTokens: 1_000_000,
    },
    asked,
    says: (...next) => {
      replies = next
    },
    left: async () => void (await leaving),
    close,
    [Symbol.asyncDispose]: close,
  }
}

interface Call {
  tool: string
  /** Text goes as it is, however invalid. */
  input: unknown
}
interface PostedOutcome {
  text?: string
  calls?: Call[]
  usage?: { prompt_tokens: number; completion_tokens: number; total_tokens: number } | null
}

/** Says this and calls these tools; streamed in small pieces, arguments cut in the middle, or whole for who asks so. */
export function answers({ text = '', calls = [], usage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 } }: PostedOutcome): Reply {
  return (response, { body }) => {
    const named = calls.map(({ tool, input }, index) => ({
      id: `call_${index}_${tool.slice(0, 20)}`,
      type: 'function',
      function: { name: tool, arguments: typeof input === 'string' ? input : JSON.stringify(input) },
    }))
    const finish = calls.length > 0 ? 'tool_calls' : 'stop'
    if (!body.stream) {
      const message = { role: 'assistant', content: text || null, tool_calls: named.length > 0 ? named : undefined }
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ id: 'c', object: 'chat.completion', choices: [{ index: 0, message, finish_reason: finish }], usage }))
      return
    }
    begin(response)
    for (const piece of pieces(text)) write(response, { content: piece })
    for (const [index, call] of named.entries()) {
      const [head, tail] = halves(call.function.arguments)
      write(response, { tool_calls: [{ index, id: call.id, type: 'function', function: { name: call.function.name, arguments: '' } }] })
      write(response, { tool_calls: [{ index, function: { arguments: head } }] })
      write(response, { tool_calls: [{ index, function: { arguments: tail } }] })
    }
    write(response, {}, finish)
    if (usage) event(response, { id: 'c', object: 'chat.completion.chunk', choices: [], usage })
    response.end('data: [DONE]\n\n')
  }
}

export const says = (text: string): Reply => answers({ text })
export const calls = (...wanted: Call[]): Reply => answers({ calls: wanted })

/** Never answers. */
export const silent: Reply = () => {}
/** Sends the headers of a stream and nothing else. */
export const onlyHeaders: Reply = (response) => {
  begin(response)
  response.flushHeaders()
}
/** Sends this text, then stalls with the connection open. */
export const stallsAfter =
  (text: string): Reply =>
  (response) => {
    begin(response)
    write(response, { content: text })
  }
/** Sends this text, then closes the connection. */
export const isCutAfter =
  (text: string): Reply =>
  async (response) => {
    stallsAfter(text)(response, undefined as never)
    await pause(20)
    response.socket?.destroy()
  }
/** Ends as if all were said, without having said how. */
export const endsAfter =
  (text: string): Reply =>
  (response) => {
    stallsAfter(text)(response, undefined as never)
    response.end()
  }
/** Any status, body and headers. */
export const gives =
  (status: number, body: string, headers: Record<string, string> = { 'content-type': 'application/json' }): Reply =>
  (response) =>
    void response.writeHead(status, headers).end(body)
/** A stream of these lines, whatever they are. */
export const streams = (...lines: string[]): Reply =>
  gives(200, lines.map((line) => `data: ${line}\n\n`).join(''), { 'content-type': 'text/event-stream' })

export const html = gives(200, '<!doctype html><title>Sign in</title><script>alert(1)</script>', { 'content-type': 'text/html' })
export const tooMany = gives(429, '{"error":{"message":"slow down"}}', { 'content-type': 'application/json', 'retry-after': '20' })
export const fails = gives(500, '{"error":{"message":"the key the-key-of-the-shop is fine, the machine is not"}}')

function begin(response: ServerResponse) {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
}

function write(response: ServerResponse, delta: Record<string, unknown>, finish: string | null = null) {
  event(response, { id: 'c', object: 'chat.completion.chunk', model: 'a-model', choices: [{ index: 0, delta, finish_reason: finish }] })
}

function event(response: ServerResponse, value: unknown) {
  response.write(`data: ${JSON.stringify(value)}\n\n`)
}

/** As tokens come: cut anywhere, also in the middle of a word, a number or an address. A long text comes in longer pieces. */
function pieces(text: string): string[] {
  const length = Math.max(7, Math.ceil(text.length / 200))
  return Array.from({ length: Math.ceil(text.length / length) }, (_, index) => text.slice(index * length, (index + 1) * length))
}

function halves(text: string): [string, string] {
  const middle = Math.floor(text.length / 2)
  return [text.slice(0, middle), text.slice(middle)]
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const piece of request) text += piece
  return text
}
