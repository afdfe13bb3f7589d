import { Button } from '#ui/kit/button.tsx'
import type { CartBack } from '#web/order/use-cart-back.ts'

/** `of` names the order for screen readers where the page has several of these buttons. */
export function BuyAgainButton({ buyAgain, small, of }: { buyAgain: CartBack; small?: boolean; of?: string }) {
  const { act, busy } = buyAgain
  return (
    <Button look="ghost" small={small} busy={busy} onClick={act} aria-label={of && `Buy again: ${of}`}>
      Buy again
    </Button>
  )
}
