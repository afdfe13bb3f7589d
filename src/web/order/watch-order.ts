import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import { orderEventsUrl } from '#web/addresses.ts'

interface WatchOptions {
  /** The address of the order's event stream. */
  url: string
  /** Null: the order is reloaded only when the tab becomes visible again. */
  pace: Pace | null
  reload: () => Promise<unknown>
}

/** The parts of a browser that this needs. */
export interface Browser extends Pick<EventTarget, 'addEventListener' | 'removeEventListener'> {
  document: Pick<Document, 'addEventListener' | 'removeEventListener' | 'visibilityState'>
  EventSource: new (url: string) => Pick<EventSource, 'onmessage' | 'readyState' | 'close'>
}

/** Milliseconds between two reloads: while the event stream is open, and while it is not. A prompt is answered within seconds; a rider takes hours. */
const paces = { payment: { open: 15_000, closed: 4_000 }, rider: { open: 600_000, closed: 60_000 } }
export type Pace = keyof typeof paces
const connectionEvents = ['online', 'offline'] as const
/** `EventSource.OPEN`. */
const open = 1

/**
 * Reloads an order on each event of its stream and from time to time while the tab is visible, and as soon as it becomes visible again or the connection is
 * lost or comes back. A reload that is requested during another one follows it. Returns a function that stops it.
 */
export function watchOrder({ url, pace, reload }: WatchOptions, window: Browser): () => void {
  const { document, EventSource } = window
  const reloadNow = oneAtATime(reload)
  let stream: InstanceType<Browser['EventSource']> | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  const stop = () => {
    clearTimeout(timer)
    stream?.close()
    stream = null
  }
  const tick = (every: (typeof paces)[Pace]) => {
    timer = setTimeout(
      () => {
        reloadNow()
        tick(every)
      },
      stream?.readyState === open ? every.open : every.closed,
    )
  }
  const start = () => {
    stop()
    if (!pace || document.visibilityState === 'hidden') return
    stream = new EventSource(url)
    stream.onmessage = reloadNow
    tick(paces[pace])
  }
  // A stream may seem open long after its connection is gone, so it is opened again.
  const restart = () => {
    if (document.visibilityState !== 'hidden') reloadNow()
    start()
  }

  start()
  document.addEventListener('visibilitychange', restart)
  for (const name of connectionEvents) window.addEventListener(name, restart)
  return () => {
    document.removeEventListener('visibilitychange', restart)
    for (const name of connectionEvents) window.removeEventListener(name, restart)
    stop()
  }
}

function oneAtATime(act: () => Promise<unknown>): () => void {
  let running = false
  let again = false
  return async () => {
    again = true
    if (running) return
    running = true
    while (again) {
      again = false
      await act().catch(() => {
        // The next reload may succeed; until then the page shows the last data.
      })
    }
    running = false
  }
}

/** Revalidates the order's page when the order changes, as soon as its pace says. */
export function useOrderUpdates(id: string, key: string | null, pace: Pace | null): void {
  const { revalidate } = useRevalidator()
  const revalidateRef = useRef(revalidate)
  useEffect(() => {
    revalidateRef.current = revalidate
  }, [revalidate])
  useEffect(() => watchOrder({ url: orderEventsUrl(id, key), pace, reload: () => revalidateRef.current() }, window), [id, key, pace])
}
