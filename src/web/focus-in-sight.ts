/** Moves the focus to what matters now and brings it to the middle of the screen, clear of the header above and of messages below. */
export function focusInSight(element: HTMLElement | null | undefined): void {
  element?.focus({ preventScroll: true })
  element?.scrollIntoView({ block: 'center' })
}
