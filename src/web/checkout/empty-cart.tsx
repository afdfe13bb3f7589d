import { useEffect, useRef, useState } from 'react'
import { shortCode } from '#domain/placed-order.ts'
import { ButtonLink } from '#ui/kit/button.tsx'
import { Empty } from '#ui/kit/empty.tsx'
import { Notice } from '#ui/kit/notice.tsx'
import { homeUrl, orderUrl } from '#web/addresses.ts'
import { AskUs } from '#web/checkout/ask-us.tsx'
import type { Placing } from '#web/checkout/use-placing.ts'
import { focusAndScroll } from '#web/forms/field-errors.ts'
import { RefusalNotice } from '#web/forms/outcome-notice.tsx'
import { SavedOrderLinks } from '#web/order/saved-order-links.tsx'
import { type SavedOrder, useSavedOrders } from '#web/session/saved-orders.ts'

/** Also shown when the last line turned out to be sold out when the order was sent. */
export function EmptyCart({ notes, placing, otherTabsOrder }: { notes: string[]; placing: Placing; otherTabsOrder: SavedOrder | null }) {
  const { refusal, notes: changes } = placing
  const why = useRef<HTMLDivElement>(null)
  useEffect(() => focusAndScroll(why.current), [])
  return (
    <div className="container checkout-alone">
      {refusal ? <RefusalNotice refusal={refusal} beside={[]} notes={changes} ref={why} /> : <ChangeNotes notes={notes} />}
      {otherTabsOrder ? (
        <Empty title="This cart was just ordered" text="Another tab or window has placed the order. Its page shows the payment." heading>
          <ButtonLink to={orderUrl(otherTabsOrder.id, otherTabsOrder.key)}>See your order {shortCode(otherTabsOrder.id)}</ButtonLink>
        </Empty>
      ) : (
        <Empty title="Your cart is empty" heading>
          <ButtonLink to={homeUrl}>Continue Shopping</ButtonLink>
          <SavedOrderLinks />
        </Empty>
      )}
      <AskUs />
    </div>
  )
}

/** The order that another tab has placed since this page was opened: it has emptied the cart. */
export function useOrderOfOtherTab(): SavedOrder | null {
  const kept = useSavedOrders()
  const [before] = useState(kept)
  return kept.find(({ id }) => !before.some((order) => order.id === id)) ?? null
}

/** Sentences about prices and stock that have changed since the cart was filled. */
export function ChangeNotes({ notes }: { notes: string[] }) {
  return (
    <div role="status" className="cart-changes">
      {notes.length > 0 && (
        <Notice tone="amber">
          {notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </Notice>
      )}
    </div>
  )
}
