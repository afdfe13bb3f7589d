import { type Delivery, emptyDelivery } from '#domain/delivery.ts'
import { normalisePhone, recognisablePhone } from '#domain/phone.ts'
import { Button } from '#ui/kit/button.tsx'
import { Notice } from '#ui/kit/notice.tsx'
import { device, storedValue, useStored } from '#web/browser/stored-value.ts'
import { parseDelivery } from '#web/checkout/checkout-draft.ts'
import { onSignOut } from '#web/session/clear-on-sign-out.ts'

/** What a guest last ordered with on this device. It is never sent before the guest takes it. */
const lastDetails = storedValue<Delivery>(device, 'viatu-last-details', { empty: emptyDelivery, parse: parseDelivery })
export const saveLastDetails = (details: Delivery | null) => void lastDetails.tryWrite(details)
onSignOut(() => saveLastDetails(null))

/** Offers them while the form is empty. Phones are shared: until they are taken they show as a part of the number alone. */
export function LastDetails({ values, onTake }: { values: Delivery; onTake: (details: Delivery) => void }) {
  const last = useStored(lastDetails)
  const phone = normalisePhone(last.customer_phone)
  if (!phone || Object.values(values).some(Boolean)) return null
  return (
    <Notice tone="leaf">
      <p>Order as last time on this device, with {recognisablePhone(phone)}?</p>
      <div className="acts">
        <Button look="ink" small onClick={() => onTake(last)}>
          Use my details
        </Button>
        <Button look="ghost" small onClick={() => saveLastDetails(null)}>
          Not me
        </Button>
      </div>
    </Notice>
  )
}
