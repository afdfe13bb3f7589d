declare module '#core/context.ts' {
  interface Services {
    /** The model behind the assistant, and the tokens it may cost in a day; null where it answers by search. */
    assistant: { model: Model; dailyTokens: number } | null
  }
}

/** A language model, as the shop talks to it (decision 19). There is one implementation, `open-ai-model.ts`; tests run it against a local server. */
export interface Model {
  /**
   * Runs one turn: yields the model's text as it arrives and its tool calls, then `end` after a complete turn. Throws only ModelFailure; `gone` when
   * `signal` was aborted. Leaving the loop early aborts the request.
   */
  answer(turn: Turn, signal: AbortSignal): AsyncIterable<ModelEvent>
}

export interface Turn {
  /** The system prompt: the shop's own text only, nothing from visitors or the database. */
  instructions: string
  said: Said[]
  tools: ToolOffer[]
  /** False for the last turn: then the model must answer with text. */
  mayCall: boolean
}

export type Said =
  | { by: 'visitor'; text: string }
  | { by: 'assistant'; text: string; calls: ToolCall[] }
  /** `facts` is JSON. */
  | { by: 'tool'; callId: string; tool: string; facts: string }

export interface ToolOffer {
  name: string
  description: string
  /** JSON Schema of the input. */
  input: Record<string, unknown>
}

/** A tool call of the model; name and input are unvalidated. */
export interface ToolCall {
  id: string
  tool: string
  input: unknown
}

export type ModelEvent =
  | { event: 'text'; text: string }
  | { event: 'call'; call: ToolCall }
  /** `tokens`: input and output tokens of the turn; null where the endpoint does not report them. */
  | { event: 'end'; tokens: number | null }

type FailureKind =
  /** No data in time, before the first chunk or between two. */
  | 'timeout'
  /** The endpoint refused: too many requests, an unknown key or model. */
  | 'refused'
  /** The endpoint cannot be reached, failed, or sent an invalid answer. */
  | 'broken'
  /** The stream ended in the middle. */
  | 'cut'
  /** The circuit breaker is open, or too many requests run at the same time: no request was sent. */
  | 'resting'
  /** The client disconnected. */
  | 'gone'

/** An error that is safe to log: without URL, key or conversation, all of which the library's own errors contain. */
export class ModelFailure extends Error {
  override readonly name = 'ModelFailure'
  readonly kind: FailureKind
  /** Such as `http 429`. */
  readonly code: string

  constructor(kind: FailureKind, code: string = kind) {
    super(`the model: ${kind} (${code})`)
    this.kind = kind
    this.code = code
  }
}

/**
 * The ModelFailure for an error of the library. `hasOutput`: whether part of the answer had arrived. `aborted`: the reason, where the shop itself
 * aborted the turn.
 */
export function failureOf(error: unknown, hasOutput: boolean, aborted?: unknown): ModelFailure {
  if (error instanceof ModelFailure) return error
  if (aborted !== undefined) return new ModelFailure(nameOf(aborted) === 'TimeoutError' ? 'timeout' : 'gone')
  const status = statusOf(error)
  if (status !== null) return new ModelFailure(status < 500 ? 'refused' : 'broken', `http ${status}`)
  if (nameOf(error) === 'TimeoutError') return new ModelFailure('timeout')
  return hasOutput ? new ModelFailure('cut') : new ModelFailure('broken', isUnreachable(error) ? 'unreachable' : 'nonsense')
}

/** Whether a retry makes sense now: the endpoint was unreachable or failed. Not after `refused`, such as 429. */
export function mayPass({ kind, code }: ModelFailure): boolean {
  return kind === 'broken' && code !== 'nonsense'
}

function nameOf(error: unknown): string {
  return error instanceof Error || error instanceof DOMException ? error.name : ''
}

function statusOf(error: unknown): number | null {
  const status = (error as { statusCode?: unknown } | null | undefined)?.statusCode
  return typeof status === 'number' && status >= 300 ? status : null
}

/** The library marks connection errors as retryable. */
function isUnreachable(error: unknown): boolean {
  return (error as { isRetryable?: unknown } | null | undefined)?.isRetryable === true
}
