/** Focuses an element and scrolls it to the middle of the screen, clear of the header and of toasts. */
export function focusAndScroll(element: HTMLElement | null | undefined): void {
  element?.focus({ preventScroll: true })
  element?.scrollIntoView({ block: 'center' })
}
