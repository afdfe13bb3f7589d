import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type Browser, createLayers, type Layers } from '#ui/kit/layers.ts'

let tab: ReturnType<typeof openTab>
let layers: Layers

beforeEach(() => {
  tab = openTab('/list', '/shoe')
  layers = createLayers(tab)
})

describe('what lies on top of a page', () => {
  it('is closed by Back, and the page stays', async () => {
    const { close } = await opened()
    tab.back()
    expect(close).toHaveBeenCalledOnce()
    expect(tab.place()).toBe('/shoe 1')
    expect(tab.router).not.toHaveBeenCalled()
    tab.back()
    expect(tab.place()).toBe('/list 0')
    expect(tab.router).toHaveBeenCalledOnce()
  })

  it('takes its entry along when it is closed in another way', async () => {
    const { shut, close } = await opened()
    await shut()
    tab.arrive()
    expect(tab.place()).toBe('/shoe 1')
    expect([close, tab.router].map((each) => each.mock.calls.length)).toEqual([0, 0])
    tab.back()
    expect(tab.place()).toBe('/list 0')
  })

  it('is closed one after the other, the last one first', async () => {
    const lower = await opened()
    const upper = await opened()
    tab.back()
    expect([lower, upper].map(({ close }) => close.mock.calls.length)).toEqual([0, 1])
    await upper.shut()
    tab.back()
    expect(lower.close).toHaveBeenCalledOnce()
    expect(tab.place()).toBe('/shoe 1')
  })

  it('takes no step where one closes as another opens', async () => {
    const first = await opened()
    void first.shut()
    const second = await opened()
    expect(tab.isGoing()).toBe(false)
    tab.back()
    expect(second.close).toHaveBeenCalledOnce()
    expect(tab.place()).toBe('/shoe 1')
  })

  it('may open again before the browser has gone back', async () => {
    await (await opened()).shut()
    const again = await opened()
    tab.arrive()
    expect(again.close).not.toHaveBeenCalled()
    tab.back()
    expect(again.close).toHaveBeenCalledOnce()
    expect(tab.place()).toBe('/shoe 1')
  })

  it('is closed by a jump over the page', async () => {
    const { close } = await opened()
    tab.history.go(-2)
    tab.arrive()
    expect(close).toHaveBeenCalledOnce()
    expect(tab.router).toHaveBeenCalledOnce()
    expect(tab.addresses()).toEqual(['/list', '/shoe', '/shoe'])
  })

  it('is not opened by Forward, which leads nowhere', async () => {
    await opened()
    tab.back()
    tab.history.go(1)
    tab.arrive()
    tab.arrive()
    expect(tab.place()).toBe('/shoe 1')
    expect(tab.router).not.toHaveBeenCalled()
  })
})

describe('the router', () => {
  it.each(['before', 'after'])('pushes a page over what was closed, %s the browser has gone back', async (when) => {
    const { shut } = await opened()
    await shut()
    if (when === 'after') tab.arrive()
    tab.navigate('/checkout')
    tab.arrive()
    expect(tab.addresses()).toEqual(['/list', '/shoe', '/checkout'])
    expect(tab.place()).toBe('/checkout 2')
    expect(tab.router).not.toHaveBeenCalled()
    tab.back()
    expect(tab.place()).toBe('/shoe 1')
  })

  it('pushes a page under what stays open', async () => {
    const { close } = await opened()
    tab.navigate('/help')
    tab.arrive()
    expect(tab.addresses()).toEqual(['/list', '/shoe', '/help', '/help'])
    expect(close).not.toHaveBeenCalled()
    tab.back()
    expect(close).toHaveBeenCalledOnce()
    expect(tab.place()).toBe('/help 2')
  })

  it.each(['Back', 'its button'])('keeps an address that was replaced, however it is closed: %s', async (how) => {
    const { shut } = await opened()
    tab.history.replaceState({ idx: 1, key: 'new' }, '', '/shoe?size=42')
    if (how === 'Back') tab.history.go(-1)
    else await shut()
    tab.arrive()
    expect(tab.place()).toBe('/shoe?size=42 1')
    expect(tab.history.state).toEqual({ idx: 1, key: 'new' })
  })

  it('replaces the page that still waits', async () => {
    await (await opened()).shut()
    tab.navigate('/sign-in')
    tab.history.replaceState({ idx: 2 }, '', '/dashboard')
    tab.arrive()
    expect(tab.addresses()).toEqual(['/list', '/shoe', '/dashboard'])
  })

  it('goes its way where nothing is open', () => {
    tab.navigate('/help')
    expect(tab.addresses()).toEqual(['/list', '/shoe', '/help'])
    tab.back()
    expect(tab.router).toHaveBeenCalledOnce()
  })
})

it('a page that is loaded again under an open panel has none, and no entry of it', async () => {
  await opened()
  createLayers(tab.reloaded())
  await settled()
  tab.arrive()
  expect(tab.place()).toBe('/shoe 1')
})

it('a page that comes back as it was left may be left again', async () => {
  await (await opened()).shut()
  tab.comeBack()
  tab.arrive()
  tab.navigate('/help')
  expect(tab.addresses()).toEqual(['/list', '/shoe', '/help'])
})

async function opened() {
  const close = vi.fn()
  const closed = layers.open(close)
  await settled()
  const shut = () => {
    closed()
    return settled()
  }
  return { close, shut }
}

const settled = () => Promise.resolve()

/** A browser's tab: `go` takes until `arrive`, as it does there. `router` hears what the router would. */
function openTab(...paths: string[]) {
  let entries = paths.map((url, idx) => ({ url, state: { idx } as unknown }))
  let at = entries.length - 1
  let steps: number[] = []
  let heard: Record<string, ((event: Event) => void)[]> = {}
  const router = vi.fn()
  const methods = {
    pushState(state: unknown, _: string, url?: string | URL | null) {
      entries = [...entries.slice(0, at + 1), { url: String(url || entries[at]?.url), state }]
      at++
    },
    replaceState(state: unknown, _: string, url?: string | URL | null) {
      entries[at] = { url: String(url || entries[at]?.url), state }
    },
    go: (by = 0) => void steps.push(by),
  }
  const history = {
    ...methods,
    get state() {
      return entries[at]?.state
    },
  }
  const tell = (type: string, event: object) => {
    let isStopped = false
    for (const listener of heard[type] ?? []) listener({ ...event, stopImmediatePropagation: () => (isStopped = true) } as unknown as Event)
    if (type === 'popstate' && !isStopped) router()
  }
  const tab = {
    history: history as Browser['history'],
    location: {
      get href() {
        return entries[at]?.url as string
      },
    },
    addEventListener(type: string, listener: (event: Event) => void) {
      heard[type] = [...(heard[type] ?? []), listener]
    },
    router,
    place: () => `${entries[at]?.url} ${(history.state as { idx: number }).idx}`,
    addresses: () => entries.map(({ url }) => url),
    isGoing: () => steps.length > 0,
    arrive() {
      const by = steps.shift()
      if (by === undefined) return
      at += by
      tell('popstate', {})
    },
    back() {
      history.go(-1)
      tab.arrive()
    },
    navigate: (url: string) => history.pushState({ idx: (history.state as { idx: number }).idx + 1 }, '', url),
    /** The same entries under a new document. */
    reloaded() {
      heard = {}
      Object.assign(history, methods)
      return tab
    },
    /** Kept whole by the browser while another site was shown; a step that was under way is not. */
    comeBack() {
      steps = []
      tell('pageshow', { persisted: true })
    },
  }
  return tab
}
