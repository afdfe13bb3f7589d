interface Watched {
  /** Where the order's events are streamed. */
  url: string
  /** Whether news may come at any moment; otherwise the order is looked at only when somebody comes back to it. */
  live: boolean
  look: () => Promise<unknown>
}

/** The parts of a browser that this needs. */
export interface Browser {
  document: Pick<Document, 'addEventListener' | 'removeEventListener' | 'visibilityState'>
  EventSource: new (url: string) => Pick<EventSource, 'onmessage' | 'readyState' | 'close'>
}

/** Milliseconds between two looks: while the stream is open, and while it is not. */
const slowly = 15_000
const quickly = 4_000
/** `EventSource.OPEN`. */
const open = 1

/**
 * Looks at an order whenever its stream says so, and every few seconds besides, as long as the tab is seen; at once when it is seen again.
 * A look that is asked for during another one follows it. Answers how to stop.
 */
export function watchOrder({ url, live, look }: Watched, { document, EventSource }: Browser): () => void {
  const lookNow = oneAtATime(look)
  let stream: InstanceType<Browser['EventSource']> | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  const rest = () => {
    clearTimeout(timer)
    stream?.close()
    stream = null
  }
  const tick = () => {
    timer = setTimeout(
      () => {
        lookNow()
        tick()
      },
      stream?.readyState === open ? slowly : quickly,
    )
  }
  const begin = () => {
    rest()
    if (!live || document.visibilityState === 'hidden') return
    stream = new EventSource(url)
    stream.onmessage = lookNow
    tick()
  }
  const seen = () => {
    if (document.visibilityState !== 'hidden') lookNow()
    begin()
  }

  begin()
  document.addEventListener('visibilitychange', seen)
  return () => {
    document.removeEventListener('visibilitychange', seen)
    rest()
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
        // The next look may succeed; the page shows meanwhile what it knows.
      })
    }
    running = false
  }
}
