import { configure, fireEvent, within } from '@testing-library/dom'
import { useEffect } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { createRoutesStub, type DataStrategyResult, type MiddlewareFunction, Outlet } from 'react-router'
import { afterEach, expect, vi } from 'vitest'
import { type CartLine, cartKey } from '#domain/cart.ts'
import type { MenuEntry } from '#domain/catalogue.ts'
import { ToastRegion } from '#ui/kit/toast.tsx'
import { dismissToast, toastStore } from '#ui/kit/toast-store.ts'
import { AddToCartProvider } from '#web/cart/add-to-cart.tsx'
import { CartProvider } from '#web/cart/cart-context.tsx'
import { layoutId } from '#web/shop-facts.ts'
import { shopFacts } from './checkout.ts'

// The whole page in each message would hide what it says.
configure({ getElementError: (message) => new Error(message?.split('\n')[0]) })

type StubRoute = NonNullable<Parameters<typeof createRoutesStub>[0][number]['children']>[number]

interface Scene {
  routes: (Pick<StubRoute, 'path' | 'Component' | 'action' | 'loader' | 'ErrorBoundary' | 'HydrateFallback'> & {
    middleware?: MiddlewareFunction<Record<string, DataStrategyResult>>[]
  })[]
  cart?: CartLine[]
  menu?: MenuEntry[]
  /** What the shop answers to `fetch`, as JSON; undefined is a connection that is lost. */
  fetched?: (path: string, body: string | undefined) => unknown
}

/** The guest's cart in the browser. */
export const guestCart = () => JSON.parse(localStorage.getItem(cartKey(shopFacts.name, null)) ?? '[]') as CartLine[]

let drawn: { root: Root; box: HTMLElement } | undefined

/**
 * Draws a page of the storefront with its scripts in the DOM of this process, for `@vitest-environment happy-dom`: what they do to fields, focus, cart and
 * messages. Nothing is laid out or painted, and no server is asked: a route answers what the test says. Nothing of one test is left to the next.
 */
export function scriptedPages() {
  afterEach(() => {
    close()
    for (const { id } of toastStore.get()) dismissToast(id)
    localStorage.clear()
    sessionStorage.clear()
    vi.unstubAllGlobals()
  })
  return open
}

function close() {
  drawn?.root.unmount()
  drawn?.box.remove()
  drawn = undefined
}

/** Asks the page until it answers so: a busy machine draws late. */
export const eventually = <Answer,>(ask: () => Answer, message?: string) => expect.poll(ask, { timeout: 15_000, ...(message && { message }) })

/** In place of the page that is open, as if that was loaded again: the browser keeps what is stored. */
async function open(path: string, { routes, cart = [], menu = [], fetched = () => undefined }: Scene) {
  close()
  if (cart.length > 0) localStorage.setItem(cartKey(shopFacts.name, null), JSON.stringify(cart))
  vi.stubGlobal('fetch', async (url: string, init?: { body?: string }) => {
    const answer = fetched(url, init?.body)
    if (answer === undefined) throw new TypeError('Failed to fetch')
    return { ok: true, status: 200, json: async () => answer }
  })
  const box = document.body.appendChild(document.createElement('div'))
  const Layout = () => {
    // After those of its parts: then the page hears what is done to it.
    useEffect(() => {
      box.dataset.drawn = ''
    }, [])
    return (
      <CartProvider shopName={shopFacts.name} userId={null}>
        <AddToCartProvider>
          <main>
            <Outlet />
          </main>
          <ToastRegion />
        </AddToCartProvider>
      </CartProvider>
    )
  }
  const Page = createRoutesStub([
    {
      id: layoutId,
      path: '/',
      loader: () => ({ shop: shopFacts, menu }),
      HydrateFallback: () => null,
      Component: Layout,
      children: routes as StubRoute[],
    },
  ])
  const root = createRoot(box)
  drawn = { root, box }
  root.render(<Page initialEntries={[path]} />)
  await eventually(() => 'drawn' in box.dataset).toBe(true)
  const queries = within(document.body)
  const fieldOf = (label: string) =>
    queries.queryByLabelText<HTMLInputElement>(label, { selector: 'input, textarea' }) ??
    queries.getByLabelText<HTMLInputElement>(label, { exact: false, selector: 'input, textarea' })
  const page = {
    ...queries,
    /** The text of the page, or of its first such part, with single spaces. */
    text: (selector = 'body') => (document.querySelector(selector)?.textContent ?? '').replace(/\s+/g, ' ').trim(),
    /** Waits for the text. */
    sees: (text: string | RegExp, selector?: string) => eventually(() => page.text(selector)).toMatch(typeof text === 'string' ? plain(text) : text),
    /** Fills in a field, as typing and leaving it do. */
    type(label: string, value: string) {
      const field = fieldOf(label)
      fireEvent.input(field, { target: { value } })
      fireEvent.focusOut(field)
    },
    valueOf: (label: string) => fieldOf(label).value,
    press: (name: string | RegExp, role = 'button') => fireEvent.click(queries.getAllByRole(role, { name, hidden: true })[0] as HTMLElement),
    /** What the keyboard is at: its name, or its text. */
    focused: () => document.activeElement?.getAttribute('name') ?? document.activeElement?.textContent ?? '',
  }
  return page
}

const plain = (text: string) => new RegExp(text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
