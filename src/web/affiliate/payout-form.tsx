import { useRef } from 'react'
import { formatShillings, fromShillings } from '#domain/money.ts'
import { closedWallet } from '#domain/payout.ts'
import { formatPhone } from '#domain/phone.ts'
import type { Balance } from '#features/affiliates/wallet/get-balance.ts'
import type { PayoutRow } from '#features/affiliates/wallet/payout-row.ts'
import { Field, PhoneField } from '#ui/kit/field.tsx'
import { Notice } from '#ui/kit/notice.tsx'
import { walletUrl } from '#web/addresses.ts'
import { useProfile } from '#web/dashboard/dashboard-layout.tsx'
import { type FormState, IntentForm, KeyField } from '#web/forms/intent-form.tsx'
import { ProofFields } from '#web/forms/password-fields.tsx'

/** Requests a payout. An open request blocks the next one (spec §4, Payouts) and can be cancelled until it is paid. */
export function PayoutForm({
  available_balance,
  carried_debt,
  minimum_payout,
  next_request_at,
  open_payout: open,
  formKey,
}: Balance & { formKey: string }) {
  const { full_name, phone } = useProfile()
  const heading = useRef<HTMLHeadingElement>(null)
  const wallet = {
    available: fromShillings(available_balance),
    carried: fromShillings(carried_debt),
    minimum: fromShillings(minimum_payout),
    nextAt: next_request_at,
  }
  const closed = open ? null : closedWallet(wallet)
  return (
    <section className="dashboard-section wallet-pay" aria-labelledby="request-payout">
      <h2 id="request-payout" tabIndex={-1} ref={heading}>
        Request Payout
      </h2>
      {open && (
        <Notice tone="amber">
          Your request for <b>{formatShillings(open.amount)}</b> is {stateOf(open)}. You can ask for the next one when it is settled.
        </Notice>
      )}
      {closed && <Notice tone="amber">{closed}</Notice>}
      {open?.status === 'pending' && (
        <>
          <DetailsForm id={open.id} phone={open.mpesa_phone_number} name={open.mpesa_full_name} />
          <IntentForm
            intent="payout-cancel"
            action={walletUrl}
            hidden={{ id: open.id }}
            look="ghost"
            submit="Cancel this request"
            busy="Cancelling..."
            onDone={() => heading.current?.focus()}
          />
        </>
      )}
      <IntentForm
        key={open?.id}
        intent="payout"
        action={walletUrl}
        submit="Request Payout"
        busy="Requesting..."
        disabled={open !== null || closed !== null}
      >
        {(form) =>
          open || closed ? null : (
            <>
              <KeyField formKey={formKey} typed={form.typed} />
              <Field
                {...form.field('amount', wholeShillings(available_balance))}
                label="Amount (KSh)"
                inputMode="numeric"
                autoComplete="off"
                hint={`Whole shillings, at least ${formatShillings(minimum_payout)}.`}
              />
              <DetailFields {...form} phone={phone} name={full_name} />
            </>
          )
        }
      </IntentForm>
    </section>
  )
}

/** Changes the M-Pesa details of a pending request. */
function DetailsForm({ id, phone, name }: { id: string; phone: string | null; name: string | null }) {
  return (
    <details className="fold" open={!phone || !name}>
      <summary>
        <span>
          <b>M-Pesa details</b> <span className="fold-value tabular">{phone ? formatPhone(phone) : 'missing'}</span>
        </span>
        <span className="link">Change</span>
      </summary>
      <div className="fold-body">
        <IntentForm intent="payout-details" action={walletUrl} hidden={{ id }} look="ghost" submit="Save" doneWords={() => 'Saved'}>
          {(form) => <DetailFields {...form} phone={phone} name={name} />}
        </IntentForm>
      </div>
    </details>
  )
}

function DetailFields({ phone, name, field, errorOf }: FormState & { phone: string | null; name: string | null }) {
  return (
    <>
      <PhoneField
        {...field('mpesa_phone_number', phone ? formatPhone(phone) : '')}
        label="M-Pesa phone"
        autoComplete="tel"
        placeholder="+254700000000"
        className="tabular"
      />
      <Field {...field('mpesa_full_name', name ?? '')} label="M-Pesa full name" autoComplete="name" />
      {/* Required only for a new number (features/affiliates/wallet/hold-payout.ts). */}
      {errorOf('password') && <ProofFields errorOf={errorOf} />}
    </>
  )
}

function stateOf({ status, held }: PayoutRow): string {
  if (held) return 'being checked, because it goes to a new number: we pay it once we are sure that it is your request'
  return status === 'pending' ? 'waiting for us' : 'on its way by M-Pesa'
}

/** The highest amount that can be requested; empty if there is none. */
function wholeShillings(available: number): string {
  return available >= 1 ? String(Math.floor(available)) : ''
}
