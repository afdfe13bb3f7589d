import { formatShillings } from '#domain/money.ts'
import { formatPhone } from '#domain/phone.ts'
import type { Balance } from '#features/wallet/get-balance.ts'
import { Field } from '#ui/kit/field.tsx'
import { Notice } from '#ui/kit/notice.tsx'
import { walletUrl } from '#web/addresses.ts'
import { IntentForm } from '#web/dashboard/intent-form.tsx'
import { useProfile } from '#web/dashboard/layout.tsx'

/** Asks for a payout; a pending one blocks the next (spec §4, Payouts). */
export function PayoutForm({ available_balance, minimum_payout, open_payout: open }: Balance) {
  const { full_name, phone } = useProfile()
  return (
    <section className="box wallet-pay" aria-labelledby="request-payout">
      <h2 id="request-payout">Request Payout</h2>
      {open && (
        <Notice tone="amber">
          Your request for <b>{formatShillings(open.amount)}</b> is {open.status === 'pending' ? 'waiting for us' : 'on its way by M-Pesa'}. You can
          ask for the next one when it is settled.
        </Notice>
      )}
      {open?.status === 'pending' && <DetailsForm id={open.id} phone={open.mpesa_phone_number} name={open.mpesa_full_name} />}
      <IntentForm key={open?.id} intent="payout" action={walletUrl} submit="Request Payout" busy="Requesting..." disabled={open !== null}>
        {({ errorOf, typed }) =>
          open ? null : (
            <>
              <Field
                name="amount"
                label="Amount (KSh)"
                inputMode="numeric"
                autoComplete="off"
                defaultValue={typed.amount ?? wholeShillings(available_balance)}
                hint={`Whole shillings, at least ${formatShillings(minimum_payout)}.`}
                error={errorOf('amount')}
              />
              <DetailFields
                phone={typed.mpesa_phone_number ?? (phone ? formatPhone(phone) : '')}
                name={typed.mpesa_full_name ?? full_name}
                errorOf={errorOf}
              />
            </>
          )
        }
      </IntentForm>
    </section>
  )
}

/** Where a pending request goes can still be changed. */
function DetailsForm({ id, phone, name }: { id: string; phone: string | null; name: string | null }) {
  return (
    <details className="acc" open={!phone || !name}>
      <summary>
        <span>
          <b>M-Pesa details</b> <span className="acc-v num">{phone ? formatPhone(phone) : 'missing'}</span>
        </span>
        <span className="lnk">Change</span>
      </summary>
      <div className="acc-b">
        <IntentForm intent="payout-details" action={walletUrl} hidden={{ id }} look="ghost" submit="Save" doneWords={() => 'Saved'}>
          {({ errorOf, typed }) => (
            <DetailFields
              phone={typed.mpesa_phone_number ?? (phone ? formatPhone(phone) : '')}
              name={typed.mpesa_full_name ?? name ?? ''}
              errorOf={errorOf}
            />
          )}
        </IntentForm>
      </div>
    </details>
  )
}

interface DetailFieldsProps {
  phone: string
  name: string
  errorOf: (field: string) => string | null
}

function DetailFields({ phone, name, errorOf }: DetailFieldsProps) {
  return (
    <>
      <Field
        name="mpesa_phone_number"
        label="M-Pesa phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        placeholder="+254700000000"
        className="num"
        defaultValue={phone}
        error={errorOf('mpesa_phone_number')}
      />
      <Field name="mpesa_full_name" label="M-Pesa full name" autoComplete="name" defaultValue={name} error={errorOf('mpesa_full_name')} />
    </>
  )
}

/** What may be asked for at most; nothing where that is nothing. */
function wholeShillings(available: number): string {
  return available >= 1 ? String(Math.floor(available)) : ''
}
