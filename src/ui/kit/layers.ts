type State = Record<string, unknown> | null

/** What of the browser is used; a test brings its own. */
export interface Browser {
  history: Pick<History, 'state' | 'pushState' | 'replaceState' | 'go'>
  location: { href: string }
  addEventListener(type: 'popstate' | 'pageshow', listener: (event: Event) => void): void
}

export interface Layers {
  /** Something has opened on top. Answers how to say that it is closed; Back calls `close`. */
  open(close: () => void): () => void
}

/**
 * Back closes what lies on top of a page before it leaves the page: on a phone that is what Back is for. While something is open, the history stands on a copy of the
 * page's own entry, one for each thing that is open. Back leads from the copy to the page, and so closes; what is closed in another way takes its copy back, so
 * Back never leads nowhere. The router hears nothing of copies: they have the page's address, key and index.
 *
 * A copy cannot be taken out of the history, only left by going back, and that takes the browser a moment. What is pushed meanwhile waits for it, and then takes
 * the copy's place. It is made before the router, to hear of a step first: a window calls its listeners in the order in which they came.
 */
export function createLayers(browser: Browser): Layers {
  const { history, location } = browser
  const push = history.pushState.bind(history)
  const replace = history.replaceState.bind(history)
  const layers: { close: () => void }[] = []
  const waiting: { state: State; url?: string | URL | null }[] = []
  let isLeaving = false
  let here = read()

  function read() {
    const state = history.state as State
    return { state, url: location.href, index: state?.idx ?? null, depth: Number(state?.[mark] ?? 0) }
  }

  /** The history brought in line with what is open. */
  function settle() {
    if (isLeaving) return
    const depth = waiting.length > 0 ? 0 : layers.length
    if (here.depth > depth) {
      isLeaving = true
      history.go(depth - here.depth)
      return
    }
    for (const { state, url } of waiting.splice(0)) push(state, '', url)
    while (read().depth < layers.length) push(atDepth(history.state, read().depth + 1), '')
    here = read()
  }

  history.pushState = (state: State, _, url) => {
    waiting.push({ state, url })
    settle()
  }
  history.replaceState = (state: State, _, url) => {
    const last = waiting.at(-1)
    if (last) Object.assign(last, { state, url: url ?? last.url })
    else replace(atDepth(state, here.depth), '', url)
    here = read()
  }

  const arrive = (event: Event) => {
    const from = here
    const isOwn = isLeaving
    isLeaving = false
    here = read()
    const isSamePage = here.index === from.index && here.depth !== from.depth
    if (isSamePage) {
      event.stopImmediatePropagation()
      // As it has become meanwhile: a choice in a dialog may have changed the address.
      replace(atDepth(from.state, here.depth), '', from.url)
      here = read()
    }
    if (!isSamePage || !isOwn) for (const layer of layers.splice(isSamePage ? here.depth : 0).reverse()) layer.close()
    settle()
  }
  browser.addEventListener('popstate', arrive)
  browser.addEventListener('pageshow', (event) => {
    if (!(event as PageTransitionEvent).persisted) return
    isLeaving = false
    here = read()
    settle()
  })
  // A page that was loaded again on a copy has nothing open.
  queueMicrotask(settle)

  return {
    open(close) {
      const layer = { close }
      layers.push(layer)
      // One thing that closes as another opens needs no step back.
      queueMicrotask(settle)
      return () => {
        const place = layers.indexOf(layer)
        if (place >= 0) layers.splice(place, 1)
        queueMicrotask(settle)
      }
    },
  }
}

const mark = 'layer'

function atDepth(state: State, depth: number): State {
  const { [mark]: _, ...bare } = state ?? {}
  // An entry that no router made, such as that of a link within the page, has no index: null stands for it.
  if (depth > 0) return { idx: null, ...bare, [mark]: depth }
  return state && bare
}
