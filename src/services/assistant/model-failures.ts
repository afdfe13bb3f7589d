import { ModelFailure } from './model.ts'

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
