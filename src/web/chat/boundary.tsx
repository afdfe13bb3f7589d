import { Component, type ReactNode, useEffect, useRef } from 'react'
import { failureText } from '#domain/assistant.ts'
import { type ShopFacts, whatsappUrl } from '#domain/shop.ts'
import { Button, buttonClass, IconButton } from '#ui/kit/button.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { conversationOf } from '#web/chat/conversation-now.ts'
import { leave } from '#web/chat/leave.ts'

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
    <section className="chat" role="dialog" aria-label={`${shop.name} Support`} ref={box} tabIndex={-1}>
      <div className="chat-h">
        <h2>{`${shop.name} Support`}</h2>
        <IconButton icon="close" label="Close" onClick={() => leave('closed')} />
      </div>
      <div className="chat-b" role="alert">
        <p className="msg">{failureText(shop)}</p>
        <p className="acts">
          <Button small onClick={begin}>
            New conversation
          </Button>
          <a
            className={buttonClass({ look: 'ghost', small: true })}
            href={whatsappUrl(shop, `Hello ${shop.name}, I have a question.`)}
            target="_blank"
            rel="noopener"
          >
            <Icon name="whatsapp" small /> WhatsApp {shop.phone}
          </a>
        </p>
      </div>
    </section>
  )
}
