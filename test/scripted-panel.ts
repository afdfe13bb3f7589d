import { type HTMLElement as Element, type HTMLButtonElement, type HTMLInputElement, Window } from 'happy-dom'
import { createElement } from 'react'
import { createRoutesStub, UNSAFE_decodeViaTurboStream as decode, matchRoutes, Outlet } from 'react-router'
import { afterEach, expect, vi } from 'vitest'
import { builtSite } from '#server/build-site.ts'
import { layoutId, panelId } from '#web/shop-facts.ts'
import type { PageVisitor } from './visitor.ts'

type Stub = Parameters<typeof createRoutesStub>[0][number]
/** Drawn around a section, and not part of what is asked. */
const frames = ['root', layoutId, panelId]

let undraw = () => {}

/**
 * Draws a section of the panel with its scripts, on what the shop answers to this visitor: for what stands in no page without scripts. Nothing is laid out, and
 * nothing is sent.
 */
export function scriptedPanels() {
  const window = new Window({ url: 'http://localhost/' })
  // A page that nobody looks at does not listen to the shop.
  Object.defineProperty(window.document, 'visibilityState', { value: 'hidden' })
  afterEach(() => undraw())

  return async (visitor: PageVisitor, path: string) => {
    undraw()
    const [pathname, search = ''] = path.split('?') as [string, string?]
    await visitor.open(`${pathname}.data?${search}`)
    const answered = (await decode(new Response(visitor.html).body as ReadableStream<Uint8Array>, globalThis)).value as Record<
      string,
      { data: unknown }
    >
    const loaderData = Object.fromEntries(Object.entries(answered).map(([id, { data }]) => [id, data]))
    vi.stubGlobal('window', window)
    vi.stubGlobal('document', window.document)
    // Only now: React looks once whether there is a window.
    const { createRoot } = await import('react-dom/client')
    const box = window.document.createElement('div')
    window.document.body.append(box)
    const root = createRoot(box as never)
    undraw = () => {
      root.unmount()
      box.remove()
      vi.unstubAllGlobals()
      undraw = () => {}
    }
    const Page = createRoutesStub([await stubOf(pathname)])
    root.render(createElement(Page, { initialEntries: [path], hydrationData: { loaderData } }))
    await expect.poll(() => box.childElementCount).toBeGreaterThan(0)
    return {
      part: (selector?: string) => (selector ? box.querySelector(selector) : box) as unknown as Element,
      /** The box to tick of this label. */
      box: (label: string) => {
        const boxes = [...box.querySelectorAll('input[type=checkbox]')] as HTMLInputElement[]
        return boxes.find((each) =>
          [each.getAttribute('aria-label'), wordsOf((each.closest('label') ?? each) as Element)].includes(label),
        ) as HTMLInputElement
      },
    }
  }
}

/** The routes of an address, of which the frames draw nothing. */
async function stubOf(pathname: string): Promise<Stub> {
  const { build } = await builtSite()
  const all = Object.values(build.routes)
  const under = (parent: string | undefined): object[] =>
    all.filter((route) => route?.parentId === parent).map((route) => ({ ...route, children: under(route?.id) }))
  const matched = matchRoutes(under(undefined) as never, pathname) ?? []
  return matched.reduceRight<Stub[]>((children, { route }) => {
    const { id = '', path, index } = route
    const Component = frames.includes(id) ? Outlet : build.routes[id]?.module.default
    return [{ id, Component: Component as Stub['Component'], ...(index ? { index } : { path, children }) } as Stub]
  }, [])[0] as Stub
}

/** What each button of a part asks in its dialog: what is read, and what is sent; the values of fields that are not shown too. */
export async function questionsIn(part: Element): Promise<Record<string, string>> {
  const asked: Record<string, string> = {}
  const open = () => part.ownerDocument.querySelector('dialog[open]')
  for (const button of part.querySelectorAll('button[aria-haspopup=dialog]') as Iterable<HTMLButtonElement>) {
    button.click()
    await expect.poll(open).not.toBeNull()
    const dialog = open() as Element
    const sent = [...dialog.querySelectorAll('[name]')] as HTMLInputElement[]
    const fields = sent.map(({ type, name, value }) => (type === 'hidden' && name !== 'key' ? `${name}=${value}` : name))
    const text = wordsOf(dialog.querySelector('.dialog-body') as Element)
    asked[button.getAttribute('aria-label') ?? wordsOf(button)] = `${wordsOf(dialog.querySelector('h2') as Element)} ${text} [${fields.join(', ')}]`
    ;(dialog.querySelector('.dialog-head button') as HTMLButtonElement).click()
    await expect.poll(open).toBeNull()
  }
  return asked
}

/** Parts of a sentence; what else begins an element begins a word. */
const inline = ['B', 'CODE', 'A', 'I', 'SPAN']

function wordsOf(part: Element): string {
  const read = (node: Element['childNodes'][number]): string => {
    if (node.nodeType === node.TEXT_NODE) return node.textContent
    const text = [...node.childNodes].map(read).join('')
    return inline.includes((node as Element).tagName) ? text : ` ${text} `
  }
  return read(part).replace(/\s+/g, ' ').trim()
}
