/** A language model, as the shop talks to it (decision 19). The real client and the tests' server meet on the wire: there is one implementation, `open-ai-model.ts`. */
export interface Model {
  /**
   * One turn: what the model says and which tools it wants. Its text comes in pieces as they arrive; `end` comes last, and only after a whole turn.
   * Throws ModelFailure and nothing else; `gone` is for whoever ended `signal`. Leaving the loop early ends the request.
   */
  answer(turn: Turn, signal: AbortSignal): AsyncIterable<ModelEvent>
}

export interface Turn {
  /** What the model is told by the shop itself; no word of anybody else's stands in it. */
  instructions: string
  said: Said[]
  tools: ToolOffer[]
  /** False for the last turn: then the model has to say something. */
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

/** What a model asks for. Neither the name nor the input has been checked. */
export interface ToolCall {
  id: string
  tool: string
  input: unknown
}

export type ModelEvent =
  | { event: 'text'; text: string }
  | { event: 'call'; call: ToolCall }
  /** `tokens` is what the turn cost, both ways; null where the endpoint does not tell. */
  | { event: 'end'; tokens: number | null }

export type FailureKind =
  /** Nothing came in time, at first or between two pieces. */
  | 'timeout'
  /** The endpoint said no: too many requests, a key it does not know, a model it does not have. */
  | 'refused'
  /** It cannot be reached, failed, or says what no model says. */
  | 'broken'
  /** The stream ended in the middle. */
  | 'cut'
  /** It has failed often, or answers too many at once: nothing was asked. */
  | 'resting'
  /** Whoever asked does not wait any more. */
  | 'gone'

/** Carries what may be logged and nothing else: no address, no key, and no word of the conversation, all of which the library's own errors have. */
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
