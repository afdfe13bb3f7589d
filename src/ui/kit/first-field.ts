const fields = ':is(input:not([type=hidden], [type=file]), select, textarea):not(:disabled)'

/** Focuses the first visible field within the element. Does nothing on touch screens, where the keyboard would cover half of what has just opened. */
export function focusFirstField(within: Element | null): void {
  if (window.matchMedia('(pointer: coarse)').matches) return
  const firstVisible = [...(within?.querySelectorAll<HTMLElement>(fields) ?? [])].find((field) => field.getClientRects().length > 0)
  firstVisible?.focus()
}
