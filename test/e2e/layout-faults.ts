/** What a page looks like to whoever measures it. Each runs in a browser, and calls nothing outside itself. */

/** Its language, title, headings, landmarks and the pictures whose room is not kept. */
export const outline = () => ({
  language: document.documentElement.lang,
  titles: document.querySelectorAll('title').length,
  title: document.title,
  headings: [...document.querySelectorAll('h1')].filter((heading) => heading.checkVisibility()).length,
  mains: document.querySelectorAll('main').length,
  landmarks: ['header', 'nav', 'footer'].filter((name) => document.querySelector(name)),
  unsized: [...document.images].filter((image) => !image.hasAttribute('width') || !image.hasAttribute('height')).map((image) => image.src),
})

/** What stands out of the window sideways. The body clips it, so that a person could not even scroll there; what a part of the page clips on purpose is left out. */
export function spilling() {
  const room = document.documentElement.clientWidth
  const clipped = (element: Element): boolean => {
    const parent = element.parentElement as Element
    return parent !== document.body && (getComputedStyle(parent).overflowX !== 'visible' || clipped(parent))
  }
  return [...document.body.querySelectorAll('*')]
    .filter((element) => {
      const { left, right, width } = element.getBoundingClientRect()
      return width > 0 && (left < -1 || right > room + 1) && element.checkVisibility({ visibilityProperty: true }) && !clipped(element)
    })
    .map((element) => `${element.tagName} ${element.className}`)
}

/** Buttons, fields and rows that are lower than their words. */
export function tooLow() {
  const isSeen = (element: Element | null): boolean =>
    !element ||
    (getComputedStyle(element).clipPath === 'none' &&
      getComputedStyle(element).overflowY === 'visible' &&
      isSeen(element.parentElement?.closest('main *') ?? null))
  return [...document.querySelectorAll('button, summary, label, th, td, legend, .button, nav a, dt, dd')]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }))
    .filter((element) => {
      const box = element.getBoundingClientRect()
      const words = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      while (words.nextNode()) {
        const parent = words.currentNode.parentElement as Element
        if (!words.currentNode.textContent?.trim() || !isSeen(parent)) continue
        const spare = Number.parseFloat(getComputedStyle(parent).fontSize) * 0.3
        const range = document.createRange()
        range.selectNodeContents(words.currentNode)
        if ([...range.getClientRects()].some(({ top, bottom }) => top < box.top - spare || bottom > box.bottom + spare)) return true
      }
      return false
    })
    .map((element) => `${element.tagName} ${element.className}: ${element.textContent}`)
}

/** Texts that a part of the page cuts off, or that lie outside the window; what scrolls, and names that end after so many lines, are left out. */
export function cutOff() {
  const found: string[] = []
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (words.nextNode()) {
    const own = words.currentNode.parentElement as Element
    if (!words.currentNode.textContent?.trim() || !own.checkVisibility({ visibilityProperty: true }) || own.closest('.marquee, svg, [inert]'))
      continue
    const range = document.createRange()
    range.selectNodeContents(words.currentNode)
    const lines = [...range.getClientRects()]
    const spare = Number.parseFloat(getComputedStyle(own).fontSize) * 0.3
    const isOut = (box: { left: number; right: number; top: number; bottom: number }, [across, down]: boolean[]) =>
      lines.some(({ left, right, top, bottom }) =>
        [across && (left < box.left - 1 || right > box.right + 1), down && (top < box.top - spare || bottom > box.bottom + spare)].includes(true),
      )
    let [across, down] = [true, true]
    for (let part: Element | null = own; part && part !== document.body && (across || down); part = part.parentElement) {
      const style = getComputedStyle(part)
      const isHidden = style.clipPath !== 'none'
      across &&= !isHidden && !/auto|scroll/.test(style.overflowX)
      down &&= !isHidden && !/auto|scroll/.test(style.overflowY) && style.webkitLineClamp === 'none'
      const cuts = [style.overflowX, style.overflowY].map((overflow) => /hidden|clip/.test(overflow))
      const isFixed = style.position === 'fixed'
      if (isOut(part.getBoundingClientRect(), [across && cuts[0] === true, down && cuts[1] === true]))
        found.push(`${part.className}: ${own.textContent}`)
      if (isFixed && isOut({ left: 0, top: 0, right: innerWidth, bottom: innerHeight }, [across, down])) found.push(`window: ${own.textContent}`)
      if (isFixed) [across, down] = [false, false]
    }
    if (isOut({ left: 0, top: 0, right: innerWidth, bottom: 0 }, [across, false])) found.push(`window: ${own.textContent}`)
  }
  return found
}

/** What the floating WhatsApp button lies on at this very moment, of what is pressed and what is paid; `null` if it is not on the screen. */
export function covered() {
  const help = document.querySelector('.floating-help') as Element
  const own = help.getBoundingClientRect()
  if (getComputedStyle(help).visibility !== 'visible' || own.top < 0 || own.bottom > innerHeight || own.right > innerWidth) return null
  const meets = ({ left, right, top, bottom, width }: DOMRect) =>
    width > 0 && left < own.right && right > own.left && top < own.bottom && bottom > own.top
  const found = [...document.querySelectorAll('button, .button, label, summary')]
    .filter(
      (element) => !help.contains(element) && !element.querySelector('img') && element.checkVisibility() && meets(element.getBoundingClientRect()),
    )
    .map((element) => element.outerHTML.slice(0, 80))
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (words.nextNode()) {
    const range = document.createRange()
    range.selectNodeContents(words.currentNode)
    if (words.currentNode.textContent?.includes('KSh') && [...range.getClientRects()].some(meets)) found.push(words.currentNode.textContent)
  }
  return found
}
