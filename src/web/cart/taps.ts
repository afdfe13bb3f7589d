/** What a page hears before its scripts are there: the buttons that were tapped, each once. */
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
 * Stands in the head of every page, word for word the same, so that the policy can know it by its hash.
 * `data-add` marks an Add to Cart, `data-tap` a link that opens a panel once the scripts are there.
 */
export const tapScript = `window.viatuTaps=new Set;document.addEventListener("click",function(e){var t=window.viatuTaps,b=t&&e.target.closest&&e.target.closest("[data-add],[data-tap]");if(b&&!b.disabled&&!e.ctrlKey&&!e.metaKey){e.preventDefault();b.setAttribute("aria-busy","true");t.add(b)}},true)`

let heard: Tapped[] = []

/** Call it right before hydration begins: from then on React itself answers every click, and none may be answered twice. */
export function closeTaps(page: { viatuTaps?: Taps | null }): void {
  heard = [...(page.viatuTaps ?? [])]
  page.viatuTaps = null
}

/** Carries out what was heard, in its order. Call it once every button of the page answers. */
export function carryOutTaps(): void {
  const taps = heard
  heard = []
  for (const button of taps) {
    button.removeAttribute('aria-busy')
    if (button.isConnected) button.click()
  }
}
