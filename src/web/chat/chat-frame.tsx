import { Component, type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'
import { useLocation } from 'react-router'
import { failureText } from '#domain/assistant.ts'
import type { ShopFacts } from '#domain/shop.ts'
import { Button, IconButton } from '#ui/kit/button.tsx'
import { useLayer } from '#ui/kit/layers.ts'
import { useMedia } from '#web/browser/browser-state.ts'
import { conversationOf } from '#web/chat/conversation.ts'
import { chatState } from '#web/chat/launcher.tsx'
import { WhatsappLink } from '#web/whatsapp-link.tsx'

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

interface BoundaryProps {
  shop: ShopFacts
  children: ReactNode
}

/** The error boundary of the chat: the page behind it stays usable. */
export class ChatBoundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    const { shop, children } = this.props
    if (!this.state.failed) return children
    return <ChatFailed shop={shop} onRestart={() => this.setState({ failed: false })} />
  }
}

/** Shows the text of spec §8. The cause may be in the stored conversation, so the button starts a new one. */
function ChatFailed({ shop, onRestart }: { shop: ShopFacts; onRestart: () => void }) {
  const box = useRef<HTMLElement>(null)
  useEffect(() => box.current?.focus(), [])
  const restart = () => {
    conversationOf(shop).restart()
    onRestart()
  }
  return (
    <ChatFrame shop={shop} ref={box}>
      <div className="chat-body" role="alert">
        <p className="chat-message">{failureText(shop)}</p>
        <FailedActions phone={shop.phone} label="New conversation" onAct={restart} />
      </div>
    </ChatFrame>
  )
}

/** Buttons below a failed answer: try again, or write on WhatsApp. */
export function FailedActions({ label, phone, onAct }: { label: string; phone: string; onAct: () => void }) {
  return (
    <p className="acts">
      <Button small onClick={onAct}>
        {label}
      </Button>
      <WhatsappLink look="ghost" small words="I have a question.">
        WhatsApp {phone}
      </WhatsappLink>
    </p>
  )
}

/** Minimises or closes the window. Blurs first, so that the button takes the focus (launcher.tsx). */
export function hideChat(to: 'small' | 'closed') {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  chatState.show(to)
}

/** Fits the chat box into the visual viewport: an on-screen keyboard covers the lower half without any change that CSS sees. */
function useViewportFit(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const viewport = window.visualViewport
    const measure = () => {
      if (!viewport || !box.current) return
      box.current.style.setProperty('--below', `${Math.max(0, Math.round(window.innerHeight - viewport.height - viewport.offsetTop))}px`)
      box.current.style.setProperty('--seen', `${Math.round(viewport.height)}px`)
    }
    measure()
    viewport?.addEventListener('resize', measure)
    viewport?.addEventListener('scroll', measure)
    return () => {
      viewport?.removeEventListener('resize', measure)
      viewport?.removeEventListener('scroll', measure)
    }
  }, [box])
}
