import type { Page } from 'playwright-core'

/**
 * The targets in a part of the page that are smaller than 44 px. A checkbox counts with its label, a link with its stretched `::after`; links inside a
 * sentence are exempt.
 */
export function smallTargets(page: Page, part: string): Promise<string[]> {
  return page.evaluate(
    (within) =>
      [...document.querySelectorAll(`${within} :is(a[href], button, input:not([type=hidden]), textarea, select, summary)`)]
        .filter((element) => element.checkVisibility({ visibilityProperty: true }))
        .flatMap((element) => {
          const box = (element.closest('label') ?? element).getBoundingClientRect()
          const after = getComputedStyle(element, '::after')
          const isStretched = after.position === 'absolute'
          const width = isStretched ? Math.max(box.width, Number.parseFloat(after.width) || 0) : box.width
          const height = isStretched ? Math.max(box.height, Number.parseFloat(after.height) || 0) : box.height
          const isInSentence = getComputedStyle(element).display === 'inline' && element.parentElement?.textContent !== element.textContent
          const isSmall = !isInSentence && width > 0 && (Math.round(width) < 44 || Math.round(height) < 44)
          return isSmall ? [`${Math.round(width)} x ${Math.round(height)}: ${element.outerHTML.slice(0, 120)}`] : []
        }),
    part,
  )
}
