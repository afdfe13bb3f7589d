import { configure, within } from '@testing-library/dom'
import { type HTMLElement as Element, type HTMLFormElement, type HTMLInputElement, type HTMLSelectElement, Window } from 'happy-dom'
import { inject } from 'vitest'
import { builtSite } from '#server/build-site.ts'
import { type Account, signedIn } from './accounts.ts'
import { useApp } from './app.ts'
import { contextOn } from './checkout.ts'

configure({
  // What is not shown at once counts: menus, dialogs, the rows of a closed `<details>`.
  defaultHidden: true,
  // The whole page in each message would hide what it says.
  getElementError: (message) => new Error(message?.split('\n')[0]),
})

let site: ReturnType<typeof builtSite> | undefined

/** The app in process with its built pages, and visitors who read them; with `isDemo` on a copy of the demo's shelf. */
export function usePages({ isDemo = false, ...options }: Omit<NonNullable<Parameters<typeof useApp>[0]>, 'site'> & { isDemo?: boolean } = {}) {
  const app = useApp({ ...options, ...(isDemo && { template: () => inject('demo').template }), site: () => (site ??= builtSite()) })
  return {
    ...app,
    /** A new visitor with an empty browser. */
    visit: () => newVisitor(app.fetch),
    /** A visitor who has just signed in. */
    async visitAs(who: Pick<Account, 'email' | 'password'>) {
      const { cookie } = await signedIn(contextOn(app.database), who as Account)
      return newVisitor(app.fetch, cookie)
    },
  }
}

type Name = string | RegExp
/** By name or label of a field, which may say more: text, the option's or radio's text, whether a box is ticked, or a file. */
type Fields = Record<string, string | boolean | File>
export type PageVisitor = ReturnType<typeof newVisitor>

/**
 * Reads pages as a browser without scripts does: keeps cookies, follows links and redirects, and sends forms as they stand on the page. Styles are not applied, so
 * what a sheet hides is read too. Throws where a link, button or field is missing, as Testing Library does.
 */
function newVisitor(fetch: ReturnType<typeof useApp>['fetch'], cookie = '') {
  const cookies = new Map(cookie.split('; ').map(nameAndValue))
  const window = new Window({ url: 'http://localhost/' })
  // No sheet is read, and asking each element for its style takes seconds of a long list.
  const unstyled = window.getComputedStyle(window.document.body)
  window.getComputedStyle = () => unstyled
  let document = window.document
  /** Asks for an address and follows where it leads. */
  async function ask(method: string, path: string, init: RequestInit = {}): Promise<void> {
    const sent = [...cookies].map((pair) => pair.join('=')).join('; ')
    const answer = await fetch(method, path, { ...init, headers: { cookie: sent, origin: 'http://localhost', accept: 'text/html', ...init.headers } })
    for (const [name, value] of answer.headers.getSetCookie().map(nameAndValue)) value === '' ? cookies.delete(name) : cookies.set(name, value)
    const next = answer.headers.get('location')
    visitor.trail.push(`${method} ${path} ${answer.status}`)
    if (next) {
      const { pathname, search } = new URL(next, `http://localhost${path}`)
      return ask('GET', pathname + search)
    }
    Object.assign(visitor, { status: answer.status, headers: answer.headers, address: path, html: await answer.text() })
    document = new window.DOMParser().parseFromString(visitor.html, 'text/html') as typeof document
    // Of a long list the parser selects another option than the marked one.
    for (const marked of document.querySelectorAll('option[selected]')) Object.assign(marked, { selected: true })
  }

  const visitor = {
    status: 0,
    headers: new Headers(),
    /** Path and query of the page, after redirects. */
    address: '',
    html: '',
    /** What was asked for and answered, such as `POST /auth 302`. */
    trail: [] as string[],
    /** Testing Library's queries on the page, or on the part that a CSS selector and a text find. */
    page: (selector = 'body', text: Name = '') => {
      const parts = [...document.querySelectorAll(selector)].filter((each) => matches(textOf(each as Element), text))
      if (!parts[0]) throw new Error(`no ${selector} with "${text}" on ${visitor.address}: ${visitor.text()}`)
      return within(parts[0] as never as HTMLElement)
    },
    /** The text of the page, or of its first such part, with single spaces. */
    text: (selector = 'main') => textOf(document.querySelector(selector) as Element | null),
    /** The texts of all such parts. */
    texts: (selector: string) => [...document.querySelectorAll(selector)].map((each) => textOf(each as Element)),
    /** What the page says about what was done: its messages and refusals. */
    said: () => visitor.texts('main :is([role=status], [role=alert])').filter(Boolean).join(' | '),
    /** An attribute of all such parts. */
    attributes: (selector: string, name: string) => [...document.querySelectorAll(selector)].map((each) => each.getAttribute(name)),
    async open(path: string) {
      await ask('GET', path)
      return visitor
    },
    /** Follows a link. */
    async follow(name: Name, from = 'body', text: Name = '') {
      return visitor.open(visitor.page(from, text).getAllByRole('link', { name })[0]?.getAttribute('href') as string)
    },
    /** Fills in fields of the form of a button, and presses it. */
    async press(name: Name, fields: Fields = {}, from = 'body', text: Name = '') {
      const button = visitor.page(from, text).getAllByRole('button', { name })[0] as unknown as HTMLInputElement
      const form = button.form as unknown as HTMLFormElement
      const files = Object.entries(fields).filter((entry): entry is [string, File] => entry[1] instanceof File)
      for (const [label, value] of Object.entries(fields)) if (!(value instanceof File)) fill(form, label, value)
      const data = [...new window.FormData(form as never, button as never)].filter(([key]) => !files.some(([file]) => file === key)) as [
        string,
        string,
      ][]
      const action = button.getAttribute('formaction') ?? form.getAttribute('action') ?? visitor.address
      if (form.getAttribute('method')?.toLowerCase() !== 'post') await ask('GET', `${action.split('?')[0]}?${new URLSearchParams(data)}`)
      else if (form.getAttribute('enctype') === 'multipart/form-data') {
        const body = new FormData()
        for (const [key, value] of [...data, ...files]) body.append(key, value)
        await ask('POST', action, { body })
      } else await ask('POST', action, { body: new URLSearchParams(data) })
      return visitor
    },
    /** Posts a form that is not on the page, as a forger or a script would; a file is the whole body, as scripts of the panel send it. */
    async post(path: string, sent: Record<string, string> | File) {
      await ask('POST', path, { body: sent instanceof File ? sent : new URLSearchParams(sent) })
      return visitor
    },
  }
  return visitor
}

function fill(form: HTMLFormElement, label: string, value: string | boolean) {
  const named = form.querySelector(`[name="${label}"]`)
  const queries = within(form as never as HTMLElement)
  const labelled = () => queries.queryAllByLabelText(label)[0] ?? queries.getAllByLabelText(label, { exact: false })[0]
  const field = (named ?? labelled()) as unknown as HTMLInputElement | HTMLSelectElement
  if (field.tagName === 'SELECT') {
    const option = [...(field as HTMLSelectElement).options].find((each) => each.value === value || textOf(each as never) === value)
    if (!option) throw new Error(`no option "${value}" of "${label}"`)
    option.selected = true
  } else if (['checkbox', 'radio'].includes((field as HTMLInputElement).type)) (field as HTMLInputElement).checked = value !== false
  else field.value = String(value)
}

/** Of a cookie, with what a server adds to it or without. */
const nameAndValue = (cookie: string) => (cookie.split(';')[0] as string).split(/=(.*)/s) as [string, string]
const textOf = (part: Element | null) => (part?.textContent ?? '').replace(/\s+/g, ' ').trim()
const matches = (text: string, name: Name) => (typeof name === 'string' ? text.includes(name) : name.test(text))
