import { useLayoutEffect, useRef } from 'react'

type State = Record<string, unknown> | null

/** The parts of `window` that are used; tests pass their own. */
export interface Browser {
  history: Pick<History, 'state' | 'pushState' | 'replaceState' | 'go'>
  location: { href: string }
  addEventListener(type: 'popstate' | 'pageshow', listener: (event: Event) => void): void
}

export interface Layers {
  /** Registers an overlay that has opened. Returns the function to call when it closes; Back calls `close`. */
  open(close: () => void): () => void
}

/**
 * Makes the browser's Back button close overlays (dialogs, panels) before it leaves the page. For each open overlay the history gets one copy of the page's own
 * entry. Back goes from the copy to the page, which closes the overlay; an overlay that closes in another way goes back over its copy, so that no dead entry
 * stays. The router ignores the copies: they have the page's address, key and index. An entry can only be removed by going back, which is asynchronous. A push
 * in the meantime is queued and then takes the copy's place. Call this before the router starts, so that this popstate listener runs first: listeners run in
 * the order in which they were added.
 */
export function createLayers(browser: Browser): Layers {
  const { history, location } = browser
  const push = history.pushState.bind(history)
  const replace = history.replaceState.bind(history)
  const layers: { close: () => void }[] = []
  const queued: { state: State; url?: string | URL | null }[] = []
  let isGoingBack = false
  let here = read()

  function read() {
    const state = history.state as State
    return { state, url: location.href, index: state?.idx ?? null, depth: Number(state?.[depthKey] ?? 0) }
  }

  /** Adds or removes copies until there is one for each open overlay. */
  function syncHistory() {
    if (isGoingBack) return
    const depth = queued.length > 0 ? 0 : layers.length
    if (here.depth > depth) {
      isGoingBack = true
      history.go(depth - here.depth)
      return
    }
    for (const { state, url } of queued.splice(0)) push(state, '', url)
    while (read().depth < layers.length) push(atDepth(history.state, read().depth + 1), '')
    here = read()
  }

  history.pushState = (state: State, _, url) => {
    queued.push({ state, url })
    syncHistory()
  }
  history.replaceState = (state: State, _, url) => {
    const last = queued.at(-1)
    if (last) Object.assign(last, { state, url: url ?? last.url })
    else replace(atDepth(state, here.depth), '', url)
    here = read()
  }

  const onPopState = (event: Event) => {
    const from = here
    const isOwn = isGoingBack
    isGoingBack = false
    here = read()
    const isSamePage = here.index === from.index && here.depth !== from.depth
    if (isSamePage) {
      event.stopImmediatePropagation()
      // The entry may have changed since it was copied, for example when a choice in a dialog changed the address.
      replace(atDepth(from.state, here.depth), '', from.url)
      here = read()
    }
    if (!isSamePage || !isOwn) for (const layer of layers.splice(isSamePage ? here.depth : 0).reverse()) layer.close()
    syncHistory()
  }
  browser.addEventListener('popstate', onPopState)
  browser.addEventListener('pageshow', (event) => {
    if (!(event as PageTransitionEvent).persisted) return
    isGoingBack = false
    here = read()
    syncHistory()
  })
  // After a reload on a copy no overlay is open.
  queueMicrotask(syncHistory)

  return {
    open(close) {
      const layer = { close }
      layers.push(layer)
      // If another overlay opens in the same task, no step back is needed.
      queueMicrotask(syncHistory)
      return () => {
        const place = layers.indexOf(layer)
        if (place >= 0) layers.splice(place, 1)
        queueMicrotask(syncHistory)
      }
    },
  }
}

const depthKey = 'layer'

function atDepth(state: State, depth: number): State {
  const { [depthKey]: _, ...bare } = state ?? {}
  // An entry that the router did not make, such as one of a link within the page, has no index: null stands for it.
  if (depth > 0) return { idx: null, ...bare, [depthKey]: depth }
  return state && bare
}

let layers: Layers | undefined

/** Call it once, before the router starts. */
export function startLayers(): void {
  layers = createLayers(window)
}

/** While `open`, the browser's Back button calls `onClose` instead of leaving the page. The last overlay that opened closes first. */
export function useLayer(open: boolean, onClose: () => void): void {
  const close = useRef(onClose)
  // A layout effect, so that Back works as soon as the overlay is visible.
  useLayoutEffect(() => {
    close.current = onClose
  })
  useLayoutEffect(() => (open ? layers?.open(() => close.current()) : undefined), [open])
}
