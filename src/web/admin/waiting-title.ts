import { useEffect } from 'react'
import { formatCount } from '#domain/limits.ts'
import { panelChannel } from '#web/browser/panel-channel.ts'

/** `(3) Order Management | Viatu`: the title of a tab with what waits in the panel, in place of what it said before. */
export function withWaiting(title: string, waiting: number): string {
  const bare = title.replace(/^\([\d,]+\+?\) /, '')
  return waiting > 0 ? `(${formatCount(waiting)}) ${bare}` : bare
}

/** Keeps the title up to date by the pushes that this device takes. A tab that nobody looks at asks for nothing: that would keep its session alive. */
export function useWaitingTitle() {
  useEffect(() => {
    if (typeof BroadcastChannel === 'undefined') return
    const channel = new BroadcastChannel(panelChannel)
    channel.onmessage = ({ data }: MessageEvent<number>) => {
      document.title = withWaiting(document.title, data)
    }
    return () => channel.close()
  }, [])
}
