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

/** Whatever breaks in the chat stays in its box: the page behind it goes on. */
export class ChatBoundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    const { shop, children } = this.props
    if (!this.state.failed) return children
    return <Broken shop={shop} onAgain={() => this.setState({ failed: false })} />
  }
}

/** In the words of spec §8. What broke may stand in the conversation, so it begins anew. */
function Broken({ shop, onAgain }: { shop: ShopFacts; onAgain: () => void }) {
  const box = useRef<HTMLElement>(null)
  useEffect(() => box.current?.focus(), [])
  const begin = () => {
    conversationOf(shop).begin()
    onAgain()
  }
  return (
    <ChatFrame shop={shop} ref={box}>
      <div className="chat-b" role="alert">
        <p className="msg">{failureText(shop)}</p>
        <FailedActions phone={shop.phone} label="New conversation" onAct={begin} />
      </div>
    </ChatFrame>
  )
}
