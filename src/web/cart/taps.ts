/** The buttons that were clicked before hydration, each once; null after it. */
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
 * An inline script in the head of every page. Its bytes never change, because the CSP allows it by its hash. It records clicks on buttons that need scripts
 * (`type=button`) and on elements with `data-tap`, such as a link that opens a panel, and stops the events: React loses clicks during hydration.
 */
export const tapScript = `window.viatuTaps=new Set;document.addEventListener("click",function(e){var t=window.viatuTaps,b=t&&e.target.closest&&e.target.closest("button[type=button],[data-tap]");if(b&&!b.disabled&&!e.ctrlKey&&!e.metaKey){e.preventDefault();e.stopImmediatePropagation();b.setAttribute("aria-busy","true");t.add(b)}},true)`

/** Repeats the recorded clicks in their order and stops recording. Call it once the page is hydrated. */
export function replayTaps(page: { viatuTaps?: Taps | null }): void {
  const taps = page.viatuTaps ?? []
  page.viatuTaps = null
  for (const button of taps) {
    button.removeAttribute('aria-busy')
    if (button.isConnected) button.click()
  }
}
