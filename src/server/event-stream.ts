import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import type { EventBus } from '#server/running-shop.ts'

/** Interval of heartbeats on a silent stream, and lifetime of a stream before the browser reconnects. */
const heartbeatMs = 15_000
const lifetimeMs = 10 * 60_000

interface Streaming {
  events: EventBus
  /** The event bus subject that is forwarded. */
  subject: string
  /** Minimum milliseconds between two messages; events in between are merged into one. */
  restMs?: number
  onEnd: () => void
}

/** A stream of server-sent events; each message means "reload" and has no content, so that it cannot leak anything. */
export function streamEvents(c: Context, { events, subject, restMs = 0, onEnd }: Streaming): Response {
  return streamSSE(c, async (stream) => {
    let wake = () => {}
    let changed = false
    const cleanups = [
      onEnd,
      events.subscribe(subject, () => {
        changed = true
        wake()
      }),
      events.subscribe('closing', () => {
        stream.abort()
        wake()
      }),
    ]
    /** Resolves when an event arrives or the time is over. */
    const sleep = async (milliseconds: number) => {
      let timer: NodeJS.Timeout | undefined
      await new Promise<void>((settle) => {
        wake = settle
        timer = setTimeout(settle, milliseconds)
      })
      clearTimeout(timer)
    }
    try {
      stream.onAbort(() => wake())
      await stream.writeSSE({ data: 'open', retry: 2_000 })
      for (const end = Date.now() + lifetimeMs; !stream.aborted && Date.now() < end; ) {
        if (!changed) await sleep(heartbeatMs)
        const isChanged = changed
        changed = false
        await stream.writeSSE(isChanged ? { data: 'changed' } : { event: 'alive', data: '' })
        // Events during the pause are sent after it.
        for (const rested = Date.now() + restMs; isChanged && !stream.aborted && Date.now() < rested; ) await sleep(rested - Date.now())
      }
    } finally {
      for (const cleanup of cleanups) cleanup()
    }
  })
}
