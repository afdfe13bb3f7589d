import { chatLimits, failureText, welcomeText, withoutPin } from '#domain/assistant.ts'
import type { ShopFacts } from '#domain/shop.ts'
import type { ChatReply, ChatRequest, ChatTurn } from '#features/assistant/chat-reply.ts'
import { showToast } from '#ui/kit/toast-store.ts'
import { randomKey } from '#web/browser/polyfills.ts'
import { ask, ChatRefusal, readReplyParts } from '#web/chat/ask.ts'
import { chatState, onChatCleared, storedChat } from '#web/chat/launcher.tsx'
import { readSavedOrders, type SavedOrder } from '#web/session/saved-orders.ts'

/** A message (spec §3) with the cards and links shown below it. */
export interface ChatMessage extends Partial<Pick<ChatReply, 'products' | 'links' | 'order'>> {
  id: string
  text: string
  isBot: boolean
  /** Milliseconds since 1970. */
  timestamp: number
  /** Shown in place of an answer that failed. */
  failed?: true
}

export interface Conversation {
  messages: ChatMessage[]
  /** A question is being answered: no other can be sent (spec §5). */
  waiting: boolean
  /** The part of the answer that has been streamed so far. */
  partial: string
}

interface Parts {
  shop: Pick<ShopFacts, 'name' | 'phone'>
  ask: (request: ChatRequest, onText: (delta: string) => void) => Promise<ChatReply>
  /** The tab's storage. */
  read: () => string | null
  write: (text: string | null) => void
  onAnswer: () => void
  onFailure: () => void
  newId?: () => string
  clock?: () => number
}

/** The most messages that the tab stores. */
const maxMessages = 60

/** The store of a tab's conversation. It goes on while the window is minimised and survives a reload. */
export function createConversation({ shop, ask, read, write, onAnswer, onFailure, newId = randomKey, clock = Date.now }: Parts) {
  const listeners = new Set<() => void>()
  let { visitor, messages } = parseConversation(read()) ?? newConversation()
  let current: Conversation = { messages, waiting: false, partial: '' }
  /** Counts the requests: an answer to an older one is dropped. */
  let run = 0

  function newConversation() {
    return { visitor: newId(), messages: [message(welcomeText(shop), true)] }
  }

  function message(text: string, isBot: boolean): ChatMessage {
    return { id: newId(), text, isBot, timestamp: clock() }
  }

  function set(next: Partial<Conversation>) {
    current = { ...current, ...next }
    if (next.messages) {
      messages = next.messages.slice(-maxMessages)
      write(JSON.stringify({ visitor, messages }))
    }
    for (const listener of listeners) listener()
  }

  async function answer(place: Partial<ChatRequest>) {
    const question = messages.findLast(({ isBot }) => !isBot)
    if (!question) return
    const ownRun = ++run
    set({ waiting: true, partial: '' })
    const history = historyOf(messages.slice(0, messages.indexOf(question)))
    try {
      const reply = await ask({ ...place, visitor, history, message: question.text }, (delta) => {
        if (ownRun === run) set({ partial: current.partial + delta })
      })
      if (ownRun !== run) return
      const { response, ...parts } = reply
      set({ messages: [...messages, { ...message(response, true), ...parts }], waiting: false, partial: '' })
      onAnswer()
    } catch (error) {
      if (ownRun !== run) return
      const text = error instanceof ChatRefusal ? error.message : failureText(shop)
      set({ messages: [...messages, { ...message(text, true), failed: true }], waiting: false, partial: '' })
      onFailure()
    }
  }

  return {
    get: () => current,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Returns whether it was sent: not if it is empty or too long, or while an answer is awaited (spec §5). */
    send(text: string, place: Partial<ChatRequest> = {}): boolean {
      const content = withoutPin(text.trim())
      if (!content || content.length > chatLimits.message || current.waiting) return false
      set({ messages: [...messages, message(content, false)] })
      void answer(place)
      return true
    },
    /** Asks the last question again. */
    retry(place: Partial<ChatRequest> = {}) {
      if (current.waiting || !messages.at(-1)?.failed) return
      set({ messages: messages.slice(0, -1) })
      void answer(place)
    },
    /** Starts a new conversation and deletes the old one. */
    restart() {
      run++
      write(null)
      ;({ visitor, messages } = newConversation())
      current = { messages, waiting: false, partial: '' }
      for (const listener of listeners) listener()
    },
  }
}

/** The earlier messages that the assistant gets: without the welcome and the failed answers. */
function historyOf(messages: ChatMessage[]): ChatTurn[] {
  return messages
    .slice(1)
    .filter(({ failed }) => !failed)
    .slice(-chatLimits.history)
    .map(({ isBot, text }) => ({ role: isBot ? 'assistant' : 'user', text: text.slice(0, chatLimits.earlier) }))
}

/** The stored conversation; null if there is none or it cannot be read. */
function parseConversation(text: string | null): { visitor: string; messages: ChatMessage[] } | null {
  try {
    const stored = JSON.parse(text ?? 'null')
    const isValid =
      typeof stored?.visitor === 'string' && Array.isArray(stored.messages) && stored.messages.every(isMessage) && stored.messages.length > 0
    return isValid
      ? { ...stored, messages: stored.messages.map((message: ChatMessage) => ({ ...message, order: undefined, ...readReplyParts(message) })) }
      : null
  } catch {
    return null
  }
}

function isMessage(each: unknown): boolean {
  const { id, text, isBot } = (each ?? {}) as Partial<ChatMessage>
  return typeof id === 'string' && typeof text === 'string' && typeof isBot === 'boolean'
}

let now: ReturnType<typeof createConversation> | null = null
onChatCleared(() => now?.restart())

/** Sends the orders of this browser, so that "Where is my order" can be answered. */
function withSavedOrders(saved: SavedOrder[]): Pick<ChatRequest, 'orders'> {
  return saved.length > 0 ? { orders: saved.map(({ id, key }) => ({ id, key })) } : {}
}

/** The tab's conversation; it is restarted when the visitor signs out. */
export function conversationOf(shop: ShopFacts): ReturnType<typeof createConversation> {
  now ??= createConversation({
    shop,
    ask: (request, onText) => ask({ ...request, ...withSavedOrders(readSavedOrders()) }, onText),
    read: storedChat.get,
    write: storedChat.tryWrite,
    onAnswer: chatState.markAnswered,
    onFailure: () => showToast({ title: 'Failed to get response. Please try again.', tone: 'bad', topic: 'chat', seconds: 6 }),
  })
  return now
}
