import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'
import { useLocation } from 'react-router'
import type { ShopFacts } from '#domain/shop.ts'
import { IconButton } from '#ui/kit/button.tsx'
import { useLayer } from '#ui/kit/use-layer.ts'
import { chatState } from '#web/chat/chat-state.ts'
import { leave } from '#web/chat/leave.ts'
import { useViewportFit } from '#web/chat/use-viewport-fit.ts'
import { useMedia } from '#web/use-media.ts'

interface ChatFrameProps {
  shop: ShopFacts
  /** Of what stands in it, where the focus begins. */
  ref?: RefObject<HTMLElement | null>
  isLarge?: boolean
  /** Beside the button that closes. */
  buttons?: ReactNode
  children: ReactNode
}

/** The box with its title, whatever stands in it: Escape and, where it covers the page, Back make it small. */
export function ChatFrame({ shop, ref, isLarge = false, buttons, children }: ChatFrameProps) {
  const own = useRef<HTMLElement>(null)
  const box = ref ?? own
  const titleId = useId()
  useViewportFit(box)
  useOverPages(box)
  // Where there is a mouse the box lies beside the page, and Back is the page's.
  useLayer(useMedia('(max-width: 600px), (pointer: coarse)'), () => leave('small'))
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
        leave('small')
      }}
    >
      <div className="chat-h">
        <h2 id={titleId}>{`${shop.name} Support`}</h2>
        {buttons}
        <IconButton icon="close" label="Close" onClick={() => leave('closed')} />
      </div>
      {children}
    </section>
  )
}

/** On a phone the box lies over the page: who follows a link out of it wants to see where it leads. */
function useOverPages(box: { current: HTMLElement | null }) {
  const { key } = useLocation()
  const first = useRef(key)
  useEffect(() => {
    if (first.current === key) return
    first.current = key
    const covers = box.current !== null && box.current.offsetWidth > window.innerWidth * 0.7
    if (covers) chatState.show('small')
  }, [box, key])
}
