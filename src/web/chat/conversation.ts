import {
  type ChatReply,
  type ChatRequest,
  type ChatTurn,
  chatLimits,
  failureText,
  type ReplyLink,
  type ReplyProduct,
  readReplyParts,
  welcomeText,
} from '#domain/assistant.ts'
import type { ShopFacts } from '#domain/shop.ts'
import { ChatRefusal } from '#web/chat/ask.ts'
import { randomKey } from '#web/random-key.ts'

/** A message as spec §3 has it, and what stands below it. */
export interface ChatMessage {
  id: string
  text: string
  isBot: boolean
  /** Milliseconds since 1970. */
  timestamp: number
  products?: ReplyProduct[]
  links?: ReplyLink[]
  /** In place of an answer that did not come. */
  failed?: true
}

export interface Conversation {
  messages: ChatMessage[]
  /** A question is on its way: nothing is sent meanwhile (spec §5). */
  waiting: boolean
  /** What has come of the answer. */
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

/** Messages kept in the tab: more than anybody scrolls back. */
const mostKept = 60

/** One conversation of one tab. It goes on while its box is minimised, and is found again after a reload. */
export function createConversation({ shop, ask, read, write, onAnswer, onFailure, newId = randomKey, clock = Date.now }: Parts) {
  const listeners = new Set<() => void>()
  let { visitor, messages } = keptIn(read()) ?? begun()
  let now: Conversation = { messages, waiting: false, partial: '' }
  /** Answers to an earlier conversation are nobody's. */
  let run = 0

  function begun() {
    return { visitor: newId(), messages: [message(welcomeText(shop), true)] }
  }

  function message(text: string, isBot: boolean): ChatMessage {
    return { id: newId(), text, isBot, timestamp: clock() }
  }

  function set(next: Partial<Conversation>) {
    now = { ...now, ...next }
    if (next.messages) {
      messages = next.messages.slice(-mostKept)
      write(JSON.stringify({ visitor, messages }))
    }
    for (const listener of listeners) listener()
  }

  async function answer(place: Partial<ChatRequest>) {
    const question = messages.findLast(({ isBot }) => !isBot)
    if (!question) return
    const mine = ++run
    set({ waiting: true, partial: '' })
    const history = historyOf(messages.slice(0, messages.indexOf(question)))
    try {
      const reply = await ask({ ...place, visitor, history, message: question.text }, (delta) => {
        if (mine === run) set({ partial: now.partial + delta })
      })
      if (mine !== run) return
      const { response, products, links } = reply
      set({ messages: [...messages, { ...message(response, true), products, links }], waiting: false, partial: '' })
      onAnswer()
    } catch (error) {
      if (mine !== run) return
      const said = error instanceof ChatRefusal ? error.message : failureText(shop)
      set({ messages: [...messages, { ...message(said, true), failed: true }], waiting: false, partial: '' })
      onFailure()
    }
  }

  return {
    get: () => now,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Answers whether it was sent: empty messages are not, and none while an answer is waited for (spec §5). */
    send(text: string, place: Partial<ChatRequest> = {}): boolean {
      const said = text.trim()
      if (!said || said.length > chatLimits.message || now.waiting) return false
      set({ messages: [...messages, message(said, false)] })
      void answer(place)
      return true
    },
    /** Asks the last question again. */
    again(place: Partial<ChatRequest> = {}) {
      if (now.waiting || !messages.at(-1)?.failed) return
      set({ messages: messages.slice(0, -1) })
      void answer(place)
    },
    /** A new conversation; what was said is gone. */
    begin() {
      run++
      write(null)
      ;({ visitor, messages } = begun())
      now = { messages, waiting: false, partial: '' }
      for (const listener of listeners) listener()
    },
  }
}

/** What the assistant reads of what was said before: neither the welcome, which says nothing, nor what stands where an answer failed. */
function historyOf(messages: ChatMessage[]): ChatTurn[] {
  return messages
    .slice(1)
    .filter(({ failed }) => !failed)
    .slice(-chatLimits.history)
    .map(({ isBot, text }) => ({ role: isBot ? 'assistant' : 'user', text: text.slice(0, chatLimits.earlier) }))
}

/** What cannot be read begins anew. */
function keptIn(text: string | null): { visitor: string; messages: ChatMessage[] } | null {
  try {
    const kept = JSON.parse(text ?? 'null')
    const isOurs = typeof kept?.visitor === 'string' && Array.isArray(kept.messages) && kept.messages.every(isMessage) && kept.messages.length > 0
    return isOurs ? { ...kept, messages: kept.messages.map((message: ChatMessage) => ({ ...message, ...readReplyParts(message) })) } : null
  } catch {
    return null
  }
}

function isMessage(each: unknown): boolean {
  const { id, text, isBot } = (each ?? {}) as Partial<ChatMessage>
  return typeof id === 'string' && typeof text === 'string' && typeof isBot === 'boolean'
}
