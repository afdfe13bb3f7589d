import { Component, type ReactNode, useEffect, useRef } from 'react'
import { failureText } from '#domain/assistant.ts'
import type { ShopFacts } from '#domain/shop.ts'
import { conversationOf } from '#web/chat/conversation-now.ts'
import { FailedActions } from '#web/chat/failed-actions.tsx'
import { ChatFrame } from '#web/chat/frame.tsx'

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
