const fields = ':is(input:not([type=hidden], [type=file]), select, textarea):not(:disabled)'

/** What is to be filled in first has the focus. On a phone the keyboard would cover half of what has just opened: there nobody is put anywhere. */
export function focusFirstField(within: Element | null): void {
  if (window.matchMedia('(pointer: coarse)').matches) return
  const seen = [...(within?.querySelectorAll<HTMLElement>(fields) ?? [])].find((field) => field.checkVisibility())
  seen?.focus()
}
