import { type RefObject, useLayoutEffect, useRef } from 'react'

/** For an element of a row, or the row itself: if the row is removed while it has the focus, the focus moves to the next row, or to the search. */
export function useFocusOnRemovedRow<Of extends HTMLElement>(): RefObject<Of | null> {
  const part = useRef<Of>(null)
  useLayoutEffect(() => {
    const row = part.current?.closest('li, tr')
    return () => {
      if (!row?.contains(document.activeElement)) return
      const near = row.nextElementSibling ?? row.previousElementSibling
      const next = near?.querySelector<HTMLElement>('.acts a') ?? near?.querySelector<HTMLElement>('button')
      const other = next ?? document.querySelector<HTMLElement>('.admin-panel [type=search], .admin-panel .new-box summary')
      other?.focus()
    }
  }, [])
  return part
}
