import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import type { EventBus } from '#server/event-bus.ts'

/** How often a silent stream says that it is alive, and how long one lasts before the browser opens it anew. */
const heartbeatMs = 15_000
const lifetimeMs = 10 * 60_000

interface Streaming {
  events: EventBus
  /** What is listened for. */
  subject: string
  /** Milliseconds between two messages at the least; what is told meanwhile makes one message. */
  restMs?: number
  onEnd: () => void
}

/** A stream of server-sent events; each message means "look again" and carries nothing, so that nothing can leak through it. */
export function streamEvents(c: Context, { events, subject, restMs = 0, onEnd }: Streaming): Response {
  return streamSSE(c, async (stream) => {
    let wake = () => {}
    let changed = false
    const silences = [
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
    /** Until somebody wakes it, or the time is over. */
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
        const said = changed
        changed = false
        await stream.writeSSE(said ? { data: 'changed' } : { event: 'alive', data: '' })
        // What comes during the rest is told after it.
        for (const rested = Date.now() + restMs; said && !stream.aborted && Date.now() < rested; ) await sleep(rested - Date.now())
      }
    } finally {
      for (const silence of silences) silence()
    }
  })
}
