import { useSyncExternalStore } from 'react'
import type { ShopFacts } from '#domain/shop.ts'
import { IconButton } from '#ui/kit/button.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { AskForm } from '#web/chat/ask-form.tsx'
import { ChatBoundary } from '#web/chat/boundary.tsx'
import { chatState } from '#web/chat/chat-state.ts'
import { conversationOf } from '#web/chat/conversation-now.ts'
import { ChatFrame } from '#web/chat/frame.tsx'
import { hideChat } from '#web/chat/leave.ts'
import { Messages } from '#web/chat/messages.tsx'
import { Suggestions } from '#web/chat/suggestions.tsx'
import './chat.css'

/** The chat window of the assistant (spec §2): it can be minimised, maximised and closed, and the page behind it stays usable. */
export function Chat({ open, shop, isLarge }: { open: boolean; onClose: () => void; shop: ShopFacts; isLarge: boolean }) {
  if (!open) return null
  return (
    <ChatBoundary shop={shop}>
      <ChatBox shop={shop} isLarge={isLarge} />
    </ChatBoundary>
  )
}

function ChatBox({ shop, isLarge }: { shop: ShopFacts; isLarge: boolean }) {
  const conversation = conversationOf(shop)
  const { messages, waiting, partial } = useSyncExternalStore(conversation.subscribe, conversation.get, conversation.get)
  const isNew = messages.length === 1
  return (
    <ChatFrame
      shop={shop}
      isLarge={isLarge}
      buttons={
        <>
          <IconButton icon="minus" label="Minimize" onClick={() => hideChat('small')} />
          <IconButton
            icon={isLarge ? 'shrink' : 'grow'}
            label={isLarge ? 'Make smaller' : 'Maximize'}
            onClick={() => chatState.show(isLarge ? 'open' : 'large')}
          />
        </>
      }
    >
      <Messages {...{ shop, messages, waiting, partial }} />
      {isNew && <Suggestions />}
      {!isNew && (
        <p className="chat-restart">
          <button type="button" className="link" onClick={() => conversation.restart()}>
            <Icon name="again" small /> New conversation
          </button>
        </p>
      )}
      <AskForm waiting={waiting} conversation={conversation} />
    </ChatFrame>
  )
}
