import { formatDays } from '#domain/delivery-days.ts'
import { feeText } from '#domain/delivery-options.ts'
import type { DeliveryQuote } from '#features/delivery/quote-delivery.ts'
import { Button } from '#ui/kit/button.tsx'
import { TextField } from '#ui/kit/field.tsx'
import { checkoutUrl } from '#web/addresses.ts'

export interface AskedFee {
  address: string
  quote: DeliveryQuote
}

/** Without scripts there is no cart to check out, but fee and days of delivery are shown. Posted: an address is in no history and no log. */
export function FeeForm({ asked }: { asked: AskedFee | null }) {
  const refusal =
    asked?.quote.refusal === 'town_needed' ? 'Add the town or county to the address, such as Kisumu.' : asked?.quote.refusal && asked.quote.sentence
  return (
    <>
      <p>Checkout needs JavaScript: it keeps your cart and shows how the payment goes. Switch JavaScript on and reload, or order on WhatsApp.</p>
      <form className="form" method="post" action={checkoutUrl}>
        <TextField
          label="Delivery Address"
          name="delivery_address"
          hint="Town, estate, landmark or stage."
          required
          defaultValue={asked?.address}
          error={refusal}
        />
        <Button type="submit">What does delivery cost?</Button>
      </form>
      {asked && !refusal && (
        <section aria-label="Delivery">
          <p>{asked.quote.sentence}</p>
          <ul>
            {asked.quote.options.map(({ option_id, name, fee, promised_from, promised_to, address, hours }) => (
              <li key={option_id}>
                <b>{name}</b>: {feeText(fee)}, {formatDays({ from: promised_from, to: promised_to })}
                {address && ` (${address}, ${hours})`}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
