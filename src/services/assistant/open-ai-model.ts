import { setTimeout as pause } from 'node:timers/promises'
import type { ModelMessage } from 'ai'
import { type Breaker, createBreaker } from '#services/breaker.ts'
import type { ModelSettings } from './assistant-environment.ts'
import { failureOf, type Model, type ModelEvent, ModelFailure, mayPass, type Said, type ToolOffer, type Turn } from './model.ts'

export interface ModelOptions extends Partial<Times> {
  /** Gets outcomes, durations and tokens; never a key or text of a conversation. */
  log?: (event: Record<string, unknown>) => void
  breaker?: Breaker
  /** Maximum concurrent requests of one process; 24 by default. */
  maxConcurrent?: number
}

/** A model behind an OpenAI-compatible endpoint. Retries once after a transient failure before any output; pauses for 30 s after five failures in a row. */
export function createModel(settings: ModelSettings, options: ModelOptions = {}): Model {
  const { log = () => {}, maxConcurrent = 24, firstPieceMs = 8000, betweenPiecesMs = 5000 } = options
  const breaker = options.breaker ?? createBreaker(() => performance.now())
  let asking = 0

  return {
    async *answer(turn, signal) {
      if (asking >= maxConcurrent) throw new ModelFailure('resting', 'busy')
      if (!breaker.allows()) throw new ModelFailure('resting')
      const begun = performance.now()
      const tell = (outcome: string, facts: Record<string, unknown> = {}) =>
        log({ event: 'assistant turn', outcome, ...facts, ms: Math.round(performance.now() - begun) })
      asking += 1
      try {
        for await (const event of tried(turn, signal)) {
          // Before the yield, because a consumer may leave the loop at the last event.
          if (event.event === 'end') {
            breaker.record(true)
            tell('answered', { tokens: event.tokens })
          }
          yield event
        }
      } catch (error) {
        const failure = failureOf(error, false, signal.reason)
        // A client that disconnected is no failure of the model.
        if (failure.kind !== 'gone') breaker.record(false)
        tell(failure.kind, { code: failure.code })
        throw failure
      } finally {
        asking -= 1
      }
    },
  }

  async function* tried(turn: Turn, signal: AbortSignal): AsyncIterable<ModelEvent> {
    const until = performance.now() + firstPieceMs
    let came = false
    try {
      for await (const event of streamTurn(settings, turn, { firstPieceMs, betweenPiecesMs }, signal)) {
        came = true
        yield event
      }
    } catch (error) {
      if (came || !mayPass(error as ModelFailure)) throw error
      await pause(250, undefined, { signal })
      yield* streamTurn(settings, turn, { firstPieceMs: Math.max(1, until - performance.now()), betweenPiecesMs }, signal)
    }
  }
}

interface Times {
  /** Timeout until the first chunk of a turn; 8 s (promises §5). */
  firstPieceMs: number
  /** Timeout between two chunks; 5 s. */
  betweenPiecesMs: number
}

/** Maximum output tokens of a turn, reasoning included; our answers have at most 1,500 characters. */
const longestTurn = 1200

/** Sends one request to the endpoint, without retries. Throws ModelFailure. */
async function* streamTurn(settings: ModelSettings, turn: Turn, times: Times, signal: AbortSignal): AsyncIterable<ModelEvent> {
  // Imported lazily: large, and unused in a shop without a model.
  const [{ jsonSchema, streamText, tool }, { createOpenAICompatible }] = await Promise.all([import('ai'), import('@ai-sdk/openai-compatible')])
  const offer = ({ name, description, input }: ToolOffer) => [name, tool({ description, inputSchema: jsonSchema(input) })]
  const wait = patience(times)
  const endpoint = createOpenAICompatible({
    name: 'assistant',
    baseURL: settings.baseUrl,
    apiKey: settings.apiKey,
    includeUsage: true,
    fetch: boundedFetch,
  })
  let came = false
  try {
    const { fullStream } = streamText({
      model: endpoint(settings.model),
      instructions: turn.instructions,
      messages: turn.said.map(messageOf),
      tools: Object.fromEntries(turn.tools.map(offer)),
      toolChoice: turn.mayCall ? 'auto' : 'none',
      maxOutputTokens: longestTurn,
      maxRetries: 0,
      abortSignal: AbortSignal.any([signal, wait.signal]),
      // Errors also arrive in the stream; by default the library prints them with the conversation.
      onError: () => {},
    })
    for await (const part of fullStream) {
      if (part.type === 'error') throw part.error
      if (!part.type.startsWith('start')) wait.anew()
      // The library ends an aborted stream like a complete one.
      if (part.type === 'abort') throw new Error('ended')
      if (part.type === 'text-delta') {
        came = true
        yield { event: 'text', text: part.text }
      }
      if (part.type === 'tool-call') {
        came = true
        yield { event: 'call', call: { id: part.toolCallId, tool: part.toolName, input: part.input } }
      }
      if (part.type === 'finish') yield { event: 'end', tokens: part.totalUsage.totalTokens ?? null }
    }
  } catch (error) {
    throw failureOf(error, came, signal.reason ?? wait.signal.reason)
  } finally {
    wait.end()
  }
}

/** Timeouts of our own: the library's start only with the response headers, which an endpoint that hangs never sends. */
function patience({ firstPieceMs, betweenPiecesMs }: Times) {
  const over = new AbortController()
  const after = (ms: number) => setTimeout(() => over.abort(new DOMException('nothing came', 'TimeoutError')), ms)
  let timer = after(firstPieceMs)
  return {
    signal: over.signal,
    anew: () => {
      clearTimeout(timer)
      timer = after(betweenPiecesMs)
    },
    /** Also aborts the request, for a consumer that left early. */
    end: () => {
      clearTimeout(timer)
      over.abort()
    },
  }
}

function messageOf(said: Said): ModelMessage {
  switch (said.by) {
    case 'visitor':
      return { role: 'user', content: said.text }
    case 'assistant': {
      const calls = said.calls.map(({ id, tool, input }) => ({ type: 'tool-call' as const, toolCallId: id, toolName: tool, input }))
      return { role: 'assistant', content: [...(said.text === '' ? [] : [{ type: 'text' as const, text: said.text }]), ...calls] }
    }
    case 'tool':
      return {
        role: 'tool',
        content: [{ type: 'tool-result', toolCallId: said.callId, toolName: said.tool, output: { type: 'text', value: said.facts } }],
      }
  }
}

/** Maximum bytes of an answer (a token takes some 250), so that an endless one cannot fill the memory. */
const maxBytes = 1_000_000

/** `fetch` that does not follow redirects, which would send the key to another address, and aborts answers that are too long. */
async function boundedFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, { ...init, redirect: 'error' })
  if (response.body === null) return response
  let left = maxBytes
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, controller) {
      left -= piece.byteLength
      if (left < 0) controller.error(new Error('longer than any answer'))
      else controller.enqueue(piece)
    },
  })
  const { status, statusText, headers } = response
  return new Response(response.body.pipeThrough(counter), { status, statusText, headers })
}
