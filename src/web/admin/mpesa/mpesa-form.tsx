import { mpesaHosts, transactionTypes } from '#domain/mpesa-accounts.ts'
import type { MpesaAccountState } from '#features/mpesa-account/get-mpesa-account.ts'
import { Field, SelectField, TextField } from '#ui/kit/field.tsx'
import { AdminForm } from '#web/admin/admin-form.tsx'
import { ProofFields } from '#web/admin/proof-fields.tsx'
import type { FormState } from '#web/forms/intent-form.tsx'
import { PasswordField } from '#web/forms/password-field.tsx'

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
      {({ errorOf, typed }) => {
        const of = (name: string, stored: string | null = null) => ({ name, defaultValue: typed[name] ?? stored ?? '', error: errorOf(name) })
        return (
          <>
            <SelectField {...of('transaction_type')} defaultValue={typed.transaction_type ?? last?.transaction_type} label="Buyers pay to a">
              {Object.entries(transactionTypes).map(([name, words]) => (
                <option key={name} value={name}>
                  {words}
                </option>
              ))}
            </SelectField>
            <div className="mpesa-till">
              <Field {...of('till', last?.till ?? null)} label="Till number" inputMode="numeric" autoComplete="off" hint="The one on your counter." />
            </div>
            <Field
              {...of('shortcode', last?.shortcode ?? null)}
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
                  hint="MPESA_BASE_URL sets this in the environment, and wins."
                  error={errorOf('host')}
                />
              </>
            ) : (
              <SelectField {...of('host')} defaultValue={typed.host ?? last?.host ?? (hasSimulator ? 'simulator' : 'live')} label="M-Pesa of">
                {hosts.map(([host, words]) => (
                  <option key={host} value={host}>
                    {words}
                  </option>
                ))}
              </SelectField>
            )}
            <Secret name="consumer_key" label="Consumer key" hint={kept ?? 'Of your app on developer.safaricom.co.ke.'} errorOf={errorOf} />
            <Secret name="consumer_secret" label="Consumer secret" hint={kept} errorOf={errorOf} />
            <Secret name="passkey" label="Passkey" hint={kept ?? 'From the letter of M-Pesa Express.'} errorOf={errorOf} />
            <details className="mpesa-payouts" open={Boolean(last?.payout_shortcode)}>
              <summary>Pay affiliates by M-Pesa too (optional)</summary>
              <div className="form">
                <Field
                  {...of('payout_shortcode', last?.payout_shortcode ?? null)}
                  label="Shortcode that pays out (B2C)"
                  inputMode="numeric"
                  autoComplete="off"
                />
                <Field {...of('initiator_name', last?.initiator_name ?? null)} label="Initiator’s name" autoComplete="off" />
                <Secret
                  name="initiator_password"
                  label="Initiator’s password"
                  hint={kept ?? 'Safaricom lets it end after 90 days.'}
                  errorOf={errorOf}
                />
                <TextField {...of('certificate')} label="M-Pesa’s certificate" rows={3} spellCheck={false} hint={kept} />
              </div>
            </details>
            <Field {...of('phone', phone)} label="Phone that pays KSh 1" type="tel" autoComplete="tel" />
            <ProofFields asksCode={asksCode} errorOf={errorOf} />
          </>
        )
      }}
    </AdminForm>
  )
}

function Secret({ errorOf, ...field }: { name: string; label: string; hint: string | undefined } & Pick<FormState, 'errorOf'>) {
  return <PasswordField {...field} autoComplete="new-password" error={errorOf(field.name)} />
}
