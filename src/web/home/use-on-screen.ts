import { type RefObject, useEffect, useState } from 'react'

/** Whether a part of an element is on the screen; false until that is known. */
export function useOnScreen(element: RefObject<Element | null>): boolean {
  const [isOn, setOn] = useState(false)
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver((entries) => setOn(entries.at(-1)?.isIntersecting ?? false))
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return isOn
}
