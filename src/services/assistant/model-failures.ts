import { ModelFailure } from './model.ts'

/**
 * What became of a turn, from whatever the library threw. `came`: whether pieces of the answer had come. `ended`: the reason for which the shop itself
 * ended the turn, if it did.
 */
export function failureOf(error: unknown, came: boolean, ended?: unknown): ModelFailure {
  if (error instanceof ModelFailure) return error
  if (ended !== undefined) return new ModelFailure(nameOf(ended) === 'TimeoutError' ? 'timeout' : 'gone')
  const status = statusOf(error)
  if (status !== null) return new ModelFailure(status < 500 ? 'refused' : 'broken', `http ${status}`)
  if (nameOf(error) === 'TimeoutError') return new ModelFailure('timeout')
  return came ? new ModelFailure('cut') : new ModelFailure('broken', isUnreachable(error) ? 'unreachable' : 'nonsense')
}

/** Whether the same question may be answered in a moment: the endpoint was not reached or fell over. One that asks for time gets it. */
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

/** The library marks what kept it from connecting as worth another try. */
function isUnreachable(error: unknown): boolean {
  return (error as { isRetryable?: unknown } | null | undefined)?.isRetryable === true
}
