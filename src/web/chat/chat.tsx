import { useEffect, useId, useRef, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import type { ShopFacts } from '#domain/shop.ts'
import { IconButton } from '#ui/kit/button.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { useLayer } from '#ui/kit/use-layer.ts'
import { AskForm } from '#web/chat/ask-form.tsx'
import { ChatBoundary } from '#web/chat/boundary.tsx'
import { conversationOf } from '#web/chat/conversation-now.ts'
import { leave } from '#web/chat/leave.ts'
import { Messages } from '#web/chat/messages.tsx'
import { chatStage } from '#web/chat/stage.ts'
import { Suggestions } from '#web/chat/suggestions.tsx'
import { useRoom } from '#web/chat/use-room.ts'
import { useMedia } from '#web/use-media.ts'
import './chat.css'

/** The box of the assistant (spec §2): it can be minimised, maximised and closed, and leaves the page usable behind it. */
export function Chat(props: { shop: ShopFacts; isLarge: boolean }) {
  return (
    <ChatBoundary shop={props.shop}>
      <ChatBox {...props} />
    </ChatBoundary>
  )
}

function ChatBox({ shop, isLarge }: { shop: ShopFacts; isLarge: boolean }) {
  const conversation = conversationOf(shop)
  const { messages, waiting, partial } = useSyncExternalStore(conversation.subscribe, conversation.get, conversation.get)
  const box = useRef<HTMLElement>(null)
  const titleId = useId()
  useRoom(box)
  useOverPages(box)
  // Where there is a mouse the box lies beside the page, and Back is the page's.
  useLayer(useMedia('(max-width: 600px), (pointer: coarse)'), () => leave('small'))
  const isNew = messages.length === 1
  return (
    <section
      className={isLarge ? 'chat chat-large' : 'chat'}
      ref={box}
      role="dialog"
      aria-labelledby={titleId}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.stopPropagation()
        leave('small')
      }}
    >
      <div className="chat-h">
        <h2 id={titleId}>{`${shop.name} Support`}</h2>
        <IconButton icon="minus" label="Minimize" onClick={() => leave('small')} />
        <IconButton
          icon={isLarge ? 'shrink' : 'grow'}
          label={isLarge ? 'Make smaller' : 'Maximize'}
          onClick={() => chatStage.show(isLarge ? 'open' : 'large')}
        />
        <IconButton icon="close" label="Close" onClick={() => leave('closed')} />
      </div>
      <Messages {...{ shop, messages, waiting, partial }} />
      {isNew && <Suggestions />}
      {!isNew && (
        <p className="chat-new">
          <button type="button" className="lnk" onClick={() => conversation.begin()}>
            <Icon name="again" small /> New conversation
          </button>
        </p>
      )}
      <AskForm waiting={waiting} conversation={conversation} />
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
    if (covers) chatStage.show('small')
  }, [box, key])
}
