import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'
import { useLocation } from 'react-router'
import type { ShopFacts } from '#domain/shop.ts'
import { IconButton } from '#ui/kit/button.tsx'
import { useLayer } from '#ui/kit/use-layer.ts'
import { useMedia } from '#web/browser/in-browser.ts'
import { chatState } from '#web/chat/chat-state.ts'
import { hideChat } from '#web/chat/leave.ts'
import { useViewportFit } from '#web/chat/use-viewport-fit.ts'

interface ChatFrameProps {
  shop: ShopFacts
  /** The content's element that gets the focus first. */
  ref?: RefObject<HTMLElement | null>
  isLarge?: boolean
  /** Buttons beside the close button. */
  buttons?: ReactNode
  children: ReactNode
}

/** The chat window with its title bar. Escape minimises it, and so does Back where the window covers the page. */
export function ChatFrame({ shop, ref, isLarge = false, buttons, children }: ChatFrameProps) {
  const own = useRef<HTMLElement>(null)
  const box = ref ?? own
  const titleId = useId()
  useViewportFit(box)
  useMinimiseOnNavigation(box)
  // With a mouse the window is beside the page, and Back belongs to the page.
  useLayer(useMedia('(max-width: 39.99rem), (pointer: coarse)'), () => hideChat('small'))
  return (
    <section
      className={isLarge ? 'chat chat-large' : 'chat'}
      ref={box}
      role="dialog"
      aria-labelledby={titleId}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.stopPropagation()
        hideChat('small')
      }}
    >
      <div className="chat-head">
        <h2 id={titleId}>{`${shop.name} Support`}</h2>
        {buttons}
        <IconButton icon="close" label="Close" onClick={() => hideChat('closed')} />
      </div>
      {children}
    </section>
  )
}

/** Minimises the window after a navigation if it covers the page, so that the visitor sees the new page. */
function useMinimiseOnNavigation(box: { current: HTMLElement | null }) {
  const { key } = useLocation()
  const first = useRef(key)
  useEffect(() => {
    if (first.current === key) return
    first.current = key
    const covers = box.current !== null && box.current.offsetWidth > window.innerWidth * 0.7
    if (covers) chatState.show('small')
  }, [box, key])
}
