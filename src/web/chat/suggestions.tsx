import { useLocation } from 'react-router'
import { Button } from '#ui/kit/button.tsx'
import { conversationOf } from '#web/chat/conversation-now.ts'
import { pageContextOf } from '#web/chat/page-context.ts'
import { useSavedOrders } from '#web/session/saved-orders.ts'
import { useShop } from '#web/shop-facts.ts'

const everywhere = ['Black sneakers size 42', 'Do you deliver to my town?', 'How do I pay?']
const afterOrdering = ['Where is my order?', ...everywhere.slice(0, 2)]
const ofProduct = ['Which sizes are there?', 'Which size fits me?', 'Do you deliver to my town?']
const ofOrder = ['Where is my order?', 'How do I pay?', 'Can I return shoes?']

/** Suggested questions at the start of a conversation, depending on the page. */
export function Suggestions() {
  const place = pageContextOf(useLocation())
  const conversation = conversationOf(useShop())
  const hasOrdered = useSavedOrders().length > 0
  const questions = place.product_id ? ofProduct : place.order_id ? ofOrder : hasOrdered ? afterOrdering : everywhere
  return (
    <ul className="chat-suggestions" aria-label="You can ask">
      {questions.map((question) => (
        <li key={question}>
          <Button
            small
            look="ghost"
            onClick={({ currentTarget }) => {
              // The buttons go with the first question: the focus stays in the window, so that Escape still minimises it.
              currentTarget.closest<HTMLElement>('[role=dialog]')?.focus()
              conversation.send(question, place)
            }}
          >
            {question}
          </Button>
        </li>
      ))}
    </ul>
  )
}
