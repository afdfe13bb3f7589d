import type { ComponentProps } from 'react'
import { mpesaHosts, transactionTypes } from '#domain/mpesa-accounts.ts'
import type { MpesaAccountState } from '#features/mpesa-account/get-mpesa-account.ts'
import { Field, SelectField, TextField } from '#ui/kit/field.tsx'
import { AdminForm } from '#web/admin/admin-form.tsx'
import { Options } from '#web/admin/select-options.tsx'
import { PasswordField, ProofFields } from '#web/forms/password-fields.tsx'

interface MpesaFormProps {
  state: MpesaAccountState
  /** The owner's own. */
  phone: string
  /** Whether the owner's account has a second factor. */
  asksCode: boolean
  hasSimulator: boolean
}

/** An account and its keys, which are written and never shown again; with whom to ask for KSh 1, and who it is that asks. */
export function MpesaForm({ state, phone, asksCode, hasSimulator }: MpesaFormProps) {
  const last = state.tried ?? state.in_force
  const hasKeys = state.tried?.has_keys ?? (state.in_force !== null && !state.is_unreadable)
  const kept = hasKeys ? 'Leave it empty to keep the one that was entered last.' : undefined
  const hosts = Object.entries(mpesaHosts).filter(([host]) => hasSimulator || host !== 'simulator')
  return (
    <AdminForm intent="try" submit="Try with KSh 1" busy="Sending the prompt...">
      {({ errorOf, field }) => {
        const of = (name: string, stored?: string | null) => field(name, stored ?? '')
        return (
          <>
            <SelectField {...field('transaction_type', last?.transaction_type)} label="Buyers pay to a">
              <Options of={transactionTypes} />
            </SelectField>
            <div className="mpesa-till">
              <Field {...of('till', last?.till)} label="Till number" inputMode="numeric" autoComplete="off" hint="The one on your counter." />
            </div>
            <Field
              {...of('shortcode', last?.shortcode)}
              label="Shortcode"
              inputMode="numeric"
              autoComplete="off"
              hint="The PayBill number. Of a till: the number of its store, from the letter of M-Pesa Express."
            />
            {state.base_url ? (
              <>
                <input type="hidden" name="host" value="live" />
                <Field
                  label="M-Pesa of"
                  disabled
                  value={state.base_url}
                  hint="Set on the machine that runs the shop (MPESA_BASE_URL)."
                  error={errorOf('host')}
                />
              </>
            ) : (
              <SelectField {...field('host', last?.host ?? (hasSimulator ? 'simulator' : 'live'))} label="M-Pesa of">
                <Options of={hosts} />
              </SelectField>
            )}
            <Secret {...field('consumer_key')} label="Consumer key" hint={kept ?? 'Of your app on developer.safaricom.co.ke.'} />
            <Secret {...field('consumer_secret')} label="Consumer secret" hint={kept} />
            <Secret {...field('passkey')} label="Passkey" hint={kept ?? 'From the letter of M-Pesa Express.'} />
            <details className="mpesa-payouts" open={Boolean(last?.payout_shortcode)}>
              <summary>Pay affiliates by M-Pesa too (optional)</summary>
              <div className="form">
                <Field
                  {...of('payout_shortcode', last?.payout_shortcode)}
                  label="Shortcode that pays out (B2C)"
                  inputMode="numeric"
                  autoComplete="off"
                />
                <Field {...of('initiator_name', last?.initiator_name)} label="Initiator’s name" autoComplete="off" />
                <Secret {...field('initiator_password')} label="Initiator’s password" hint={kept ?? 'Safaricom lets it end after 90 days.'} />
                <TextField {...of('certificate')} label="M-Pesa’s certificate" rows={3} spellCheck={false} hint={kept} />
              </div>
            </details>
            <Field {...field('phone', phone)} label="Phone that pays KSh 1" type="tel" autoComplete="tel" />
            <ProofFields asksCode={asksCode} errorOf={errorOf} />
          </>
        )
      }}
    </AdminForm>
  )
}

function Secret({ defaultValue: _, ...field }: ComponentProps<typeof PasswordField>) {
  return <PasswordField {...field} autoComplete="new-password" />
}
