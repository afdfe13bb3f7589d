import type { Page } from 'playwright-core'

/**
 * What can be pressed in a part of the page and is smaller than a finger (44 px). A checkbox is as large as its label, a link stretched
 * over its box as large as the box; a link inside a sentence may be its words.
 */
export function smallTargets(page: Page, part: string): Promise<string[]> {
  return page.evaluate(
    (within) =>
      [...document.querySelectorAll(`${within} :is(a[href], button, input:not([type=hidden]), textarea, select, summary)`)]
        .filter((element) => element.checkVisibility({ visibilityProperty: true }))
        .flatMap((element) => {
          const stretched = getComputedStyle(element, '::after').position === 'absolute' && (element as HTMLElement).offsetParent
          const { width, height } = (element.closest('label') ?? (stretched || element)).getBoundingClientRect()
          const isInSentence = getComputedStyle(element).display === 'inline' && element.parentElement?.textContent !== element.textContent
          const isSmall = !isInSentence && width > 0 && (Math.round(width) < 44 || Math.round(height) < 44)
          return isSmall ? [`${Math.round(width)} x ${Math.round(height)}: ${element.outerHTML.slice(0, 120)}`] : []
        }),
    part,
  )
}
