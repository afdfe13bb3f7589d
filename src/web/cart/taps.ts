/** The buttons that were pressed before the page's scripts were ready, each once; null from then on. */
export type Taps = Set<Tapped>
export interface Tapped {
  isConnected: boolean
  removeAttribute(name: string): void
  click(): void
}

declare global {
  interface Window {
    viatuTaps?: Taps | null
  }
}

/**
 * Stands in the head of every page, word for word the same, so that the policy can know it by its hash. It keeps each press of a button that only scripts
 * answer (`type=button`), and of what else carries `data-tap`: a link that opens a panel, a box that picks. React may not hear of it: while it takes a page
 * over it loses what is pressed.
 */
export const tapScript = `window.viatuTaps=new Set;document.addEventListener("click",function(e){var t=window.viatuTaps,b=t&&e.target.closest&&e.target.closest("button[type=button],[data-tap]");if(b&&!b.disabled&&!e.ctrlKey&&!e.metaKey){e.preventDefault();e.stopImmediatePropagation();b.setAttribute("aria-busy","true");t.add(b)}},true)`

/** Carries out the kept presses, in their order, and leaves every later press to the page. Call it once every button of the page answers. */
export function carryOutTaps(page: { viatuTaps?: Taps | null }): void {
  const taps = page.viatuTaps ?? []
  page.viatuTaps = null
  for (const button of taps) {
    button.removeAttribute('aria-busy')
    if (button.isConnected) button.click()
  }
}
