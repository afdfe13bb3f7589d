import { setTimeout as pause } from 'node:timers/promises'
import { type Breaker, createBreaker } from '#services/breaker.ts'
import type { ModelSettings } from './assistant-environment.ts'
import { type Model, type ModelEvent, ModelFailure, type Turn } from './model.ts'
import { failureOf, mayPass } from './model-failures.ts'
import { streamTurn, type Times } from './stream-turn.ts'

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
