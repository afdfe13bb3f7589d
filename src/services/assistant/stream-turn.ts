import type { ModelMessage } from 'ai'
import type { ModelSettings } from './assistant-environment.ts'
import { boundedFetch } from './bounded-fetch.ts'
import type { ModelEvent, Said, ToolOffer, Turn } from './model.ts'
import { failureOf } from './model-failures.ts'

export interface Times {
  /** Timeout until the first chunk of a turn; 8 s (promises §5). */
  firstPieceMs: number
  /** Timeout between two chunks; 5 s. */
  betweenPiecesMs: number
}

/** Maximum output tokens of a turn, reasoning included; our answers have at most 1,500 characters. */
const longestTurn = 1200

/** Sends one request to the endpoint, without retries. Throws ModelFailure. */
export async function* streamTurn(settings: ModelSettings, turn: Turn, times: Times, signal: AbortSignal): AsyncIterable<ModelEvent> {
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
