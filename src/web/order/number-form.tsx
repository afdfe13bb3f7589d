import { useEffect, useRef, useState } from 'react'
import { deliveryRefusal } from '#domain/delivery.ts'
import { Button } from '#ui/kit/button.tsx'
import { PhoneField } from '#ui/kit/field.tsx'

interface NumberFormProps {
  label: string
  busy: boolean
  /** Why the server refused the number. */
  refused: string | undefined
  onSend: (phone: string) => void
}

/** Asks for a phone number and sends the prompt to it. It takes the focus when it opens. */
export function NumberForm({ label, busy, refused, onSend }: NumberFormProps) {
  const [phone, setPhone] = useState('')
  const [isTouched, setTouched] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const error = isTouched ? (deliveryRefusal('customer_phone', phone) ?? refused) : null
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  return (
    <form
      className="other-number"
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setTouched(true)
        if (deliveryRefusal('customer_phone', phone) === null) onSend(phone)
        else form.current?.querySelector('input')?.focus()
      }}
    >
      <PhoneField
        label={label}
        name="phone"
        autoComplete="off"
        placeholder="+254700000000"
        enterKeyHint="send"
        required
        value={phone}
        error={error}
        onChange={(event) => setPhone(event.target.value)}
        onBlur={() => phone !== '' && setTouched(true)}
      />
      <Button type="submit" busy={busy}>
        Send the prompt there
      </Button>
    </form>
  )
}
