import { type ReactNode, useEffect, useRef } from 'react'

/** Replaces the buttons of a row that was removed from the list, and takes their focus. */
export function RemovedRowMessage({ children }: { children: ReactNode }) {
  const words = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) words.current?.focus({ preventScroll: true })
  }, [])
  return (
    <p className="record-moved-word" tabIndex={-1} ref={words}>
      {children}
    </p>
  )
}
