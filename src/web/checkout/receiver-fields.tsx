import { CheckField, Field, PhoneField } from '#ui/kit/field.tsx'
import type { DeliveryChoice } from '#web/checkout/delivery-choice.ts'

type Receiver = DeliveryChoice['receiver']

interface ReceiverFieldsProps {
  receiver: Receiver
  onChange: (receiver: Receiver) => void
  errorOf: (field: string) => string | null
}

/** Who takes the parcel, where it is not the buyer. */
export function ReceiverFields({ receiver, onChange, errorOf }: ReceiverFieldsProps) {
  return (
    <>
      <CheckField checked={receiver !== null} onChange={({ target }) => onChange(target.checked ? { name: '', phone: '' } : null)}>
        Somebody else receives it
      </CheckField>
      {receiver && (
        <>
          <Field
            label="Name of the receiver"
            name="receiver_name"
            required
            autoComplete="off"
            autoCapitalize="words"
            value={receiver.name}
            error={errorOf('receiver_name')}
            onChange={({ target }) => onChange({ ...receiver, name: target.value })}
          />
          <PhoneField
            label="Phone of the receiver"
            hint="We call this number on delivery."
            name="receiver_phone"
            required
            autoComplete="off"
            value={receiver.phone}
            error={errorOf('receiver_phone')}
            onChange={({ target }) => onChange({ ...receiver, phone: target.value })}
          />
        </>
      )}
    </>
  )
}
