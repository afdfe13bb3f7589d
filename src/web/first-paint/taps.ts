import { type RefObject, useEffect } from 'react'

/** The buttons that were clicked before they could answer, each once. */
type Taps = Set<Tapped>
export interface Tapped {
  isConnected: boolean
  closest(selector: string): unknown
  removeAttribute(name: string): void
  click(): void
}

declare global {
  interface Window {
    viatuTaps?: Taps
  }
}

/**
 * An inline script in the head of every page. Its bytes never change, because the CSP allows it by its hash. Inside of `data-late` it records clicks on buttons that
 * need scripts (`type=button`) and on elements with `data-tap`, such as a link that opens a panel, and stops the events: React loses clicks during hydration.
 */
export const tapScript = `window.viatuTaps=new Set;document.addEventListener("click",function(e){var b=e.target.closest&&e.target.closest("button[type=button],[data-tap]");if(b&&b.closest("[data-late]")&&!b.disabled&&!e.ctrlKey&&!e.metaKey){e.preventDefault();e.stopImmediatePropagation();b.setAttribute("aria-busy","true");window.viatuTaps.add(b)}},true)`

/** Repeats the recorded clicks in their order, but for those in a part that is still late. */
export function replayTaps(taps: Taps = new Set()): void {
  for (const button of taps) {
    if (button.isConnected && button.closest('[data-late]')) continue
    taps.delete(button)
    button.removeAttribute('aria-busy')
    if (button.isConnected) button.click()
  }
}

/** Replays the taps on the page, or on a part of it that is loaded after the page, once it is hydrated. Until then the part has `data-late`. */
export function useLateTaps(part?: RefObject<Element | null>): void {
  // In a microtask after the last effect of hydration React can handle the clicks.
  useEffect(() => {
    queueMicrotask(() => {
      const late = part ? part.current : document.documentElement
      late?.removeAttribute('data-late')
      replayTaps(window.viatuTaps)
    })
  }, [part])
}
