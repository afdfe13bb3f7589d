import { type Document, type Element, Window } from 'happy-dom'

/** Attributes that mean something to people and to what a form sends, in the order they are written. */
const told = [
  ...['type', 'name', 'value', 'href', 'action', 'method', 'formaction', 'enctype', 'content', 'role', 'alt', 'title', 'aria-label', 'aria-current'],
  ...['aria-pressed', 'aria-expanded', 'aria-invalid', 'placeholder', 'min', 'max', 'minlength', 'maxlength', 'step', 'pattern', 'accept'],
  ...['autocomplete', 'inputmode', 'required', 'readonly', 'disabled', 'checked', 'selected', 'multiple', 'hidden', 'open', 'colspan', 'scope'],
]
/** Written also where they say nothing themselves, because what stands in them belongs together. */
const parts = new Set('header nav main aside footer section article form fieldset table tr ul ol dl li details dialog figure'.split(' '))
/** Read as part of the sentence that they stand in. */
const inSentences = new Set('b strong em i small code kbd sup sub br wbr bdi abbr time span'.split(' '))
const unread = new Set('script style template link source track'.split(' '))
const metas = ['description', 'robots']
const panelSections = 'nav:is([aria-label="Admin Panel"], [aria-label=Sections])'
const window = new Window()

/**
 * A page as its tags, links and words: a line for each element that says something, indented by what it stands in; without ids, classes, scripts and the addresses
 * of pictures. `around` is what many pages share: all that is not in the main part, and the sections of the panel.
 */
export function outlineOf(html: string): { page: string[]; around: string[] } {
  const { head, body } = new window.DOMParser().parseFromString(html, 'text/html') as unknown as Document
  const known = [...head.children].filter((each) => each.tagName === 'TITLE' || metas.includes(each.getAttribute('name') ?? ''))
  const main = body.querySelector('main')
  const sections = [...body.querySelectorAll(panelSections)]
  for (const each of sections) each.remove()
  const page = [...known, ...(main ? [main] : [])].flatMap(linesOf)
  main?.remove()
  return { page, around: [...linesWithin(body), ...sections.flatMap(linesOf)] }
}

/** Of an element with all in it. */
function linesOf(element: Element): string[] {
  const tag = tagOf(element)
  const said = told.filter((name) => element.hasAttribute(name)).map((name) => attribute(name, element.getAttribute(name) as string))
  const opening = [tag, ...said].join(' ')
  if (isUnread(element)) return []
  if (tag === 'svg') return [opening]
  if (isSentence(element)) {
    const words = oneLine(wordsOf(element))
    if (words) return [`${opening} "${words}"`]
    return said.length > 0 ? [opening] : []
  }
  const within = linesWithin(element)
  if (said.length === 0 && (!parts.has(tag) || within.length === 0)) return within
  return said.length === 0 && within.length === 1 ? [`${opening} > ${within[0]}`] : [opening, ...within.map((line) => `  ${line}`)]
}

function linesWithin(element: Element): string[] {
  return [...element.childNodes].flatMap((node) => {
    if (node.nodeType === window.Node.ELEMENT_NODE) return linesOf(node as Element)
    const words = node.nodeType === window.Node.TEXT_NODE ? oneLine(node.textContent) : ''
    return words ? [`"${words}"`] : []
  })
}

/** Whether nothing in it says more than words. */
function isSentence(element: Element): boolean {
  return [...element.children].every(
    (each) => isUnread(each) || (inSentences.has(tagOf(each)) && !told.some((name) => each.hasAttribute(name)) && isSentence(each)),
  )
}

function wordsOf(element: Element): string {
  const words = [...element.childNodes].map((node) => {
    if (node.nodeType === window.Node.TEXT_NODE) return node.textContent
    if (node.nodeType !== window.Node.ELEMENT_NODE || isUnread(node as Element)) return ''
    if (tagOf(node as Element) === 'br') return ' / '
    // What has nothing between it, a sheet keeps apart.
    return (node.previousSibling ? ' ' : '') + wordsOf(node as Element)
  })
  return words.join('')
}

/** Drawings are read where they have a name. */
const isUnread = (element: Element) => unread.has(tagOf(element)) || (tagOf(element) === 'svg' && !told.some((name) => element.hasAttribute(name)))
const tagOf = (element: Element) => element.tagName.toLowerCase()
const attribute = (name: string, value: string) => (value === '' ? name : `${name}=${/\s/.test(value) ? `"${oneLine(value)}"` : value}`)
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
