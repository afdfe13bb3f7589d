import type { ComponentProps } from 'react'
import { mpesaHosts, transactionTypes } from '#domain/mpesa-accounts.ts'
import { formatDateTime } from '#domain/nairobi-time.ts'
import { mayBeOpen } from '#domain/payment.ts'
import { formatPhone } from '#domain/phone.ts'
import { getMpesaAccount, type MpesaAccountState } from '#features/orders/mpesa-account/get-mpesa-account.ts'
import { tryMpesaAccount } from '#features/orders/mpesa-account/try-mpesa-account.ts'
import { getProfile } from '#features/people/profiles.ts'
import { hasSecondFactor } from '#features/people/require-identity.ts'
import { Field, SelectField, TextField } from '#ui/kit/field.tsx'
import { Link } from '#ui/kit/link.tsx'
import { Notice } from '#ui/kit/notice.tsx'
import { AdminForm, PostedOutcome } from '#web/admin/admin-form.tsx'
import { ForTechnician } from '#web/admin/for-technician.tsx'
import { type Act, actAsAdmin, asAdmin } from '#web/admin/panel-requests.ts'
import { SectionCard } from '#web/admin/section-card.tsx'
import { Options } from '#web/admin/shared-fields.tsx'
import { usePolling } from '#web/admin/use-panel.ts'
import { PasswordField, ProofFields } from '#web/forms/password-fields.tsx'
import type { Route } from './+types/mpesa-page.ts'
import './mpesa.css'

export async function loader(args: Route.LoaderArgs) {
  const ctx = asAdmin(args)
  const [state, profile, asksCode] = await Promise.all([getMpesaAccount(ctx), getProfile(ctx, ctx.userId), hasSecondFactor(ctx)])
  const { simulator } = ctx.services.accounts.addresses
  const made = simulator && {
    ...{ shortcode: simulator.shortcode, consumer_key: simulator.consumerKey, consumer_secret: simulator.consumerSecret, passkey: simulator.passkey },
  }
  return { state, phone: profile?.phone ? formatPhone(profile.phone) : '', asksCode, simulator: made }
}

const acts: Record<string, Act> = {
  try: async (ctx, sent) => {
    const { tried } = await tryMpesaAccount(ctx, sent)
    return tried
      ? { title: 'Prompt sent', text: 'Enter the M-Pesa PIN on the phone: then this account is in force.' }
      : { title: 'M-Pesa account in force', text: 'KSh 1 was paid. It is on the refund list.' }
  },
}

export function action(args: Route.ActionArgs) {
  return actAsAdmin(args, acts, { secrets: /password|secret|key|^code$/ })
}

export default function MpesaPage({ loaderData: { state, phone, asksCode, simulator } }: Route.ComponentProps) {
  const { tried } = state
  usePolling(tried !== null && mayBeOpen(tried.state), 3_000)
  return (
    <SectionCard>
      <PostedOutcome />
      <InForce {...state} />
      {tried && <Tried {...tried} />}
      {state.from !== 'environment' && (
        <section className="mpesa-part" aria-labelledby="another">
          <h2 id="another">{state.in_force ? 'Another account' : 'Enter the account'}</h2>
          <p className="intro">
            The shop sends a prompt for KSh 1 to your phone. Once it is paid, buyers pay to this account, and every owner gets a letter and an SMS.
            The shilling is then on the refund list.
          </p>
          {simulator && <Simulated {...simulator} />}
          <MpesaForm key={tried?.id ?? state.in_force?.id} {...{ state, phone, asksCode }} hasSimulator={simulator !== null} />
        </section>
      )}
    </SectionCard>
  )
}

function InForce({ from, is_unreadable, in_force, base_url }: MpesaAccountState) {
  if (from === 'environment')
    return (
      <Notice tone="leaf">
        <b>The account is set on the machine that runs the shop.</b> Your technician changes it there.
        <ForTechnician>MPESA_* in the environment sets the account, and wins over this page.</ForTechnician>
      </Notice>
    )
  if (is_unreadable)
    return (
      <Notice tone="bad" role="alert">
        <b>The account cannot be read, and the shop takes no payments.</b> Its keys were stored with another secret of the shop. Enter it again.
        <ForTechnician>The secret of before, as APP_SECRET_PREVIOUS, makes the account readable again.</ForTechnician>
      </Notice>
    )
  if (!in_force)
    return (
      <Notice tone="amber">
        {from === 'simulator' ? (
          <>
            <b>Payments are simulated.</b> The demo has an M-Pesa of its own, and no real money moves.
          </>
        ) : (
          <b>The shop has no M-Pesa account yet, and takes no payments.</b>
        )}
      </Notice>
    )
  const { transaction_type, till, shortcode, host, payout_shortcode, since, by } = in_force
  const rows = [
    [transactionTypes[transaction_type], till ?? shortcode],
    ...(till ? [['Shortcode of the store', shortcode]] : []),
    ['With', base_url ?? { live: 'Safaricom', sandbox: 'Safaricom’s sandbox: no real money', simulator: 'the simulator: no real money' }[host]],
    ['Payouts', payout_shortcode ? `from ${payout_shortcode}` : 'by hand'],
    ['In force since', `${formatDateTime(since)}${by ? `, entered by ${by}` : ''}`],
  ]
  return (
    <section className="mpesa-part" aria-labelledby="in-force">
      <h2 id="in-force">Buyers pay to</h2>
      <dl className="mpesa-facts">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Tried({ state, sentence, transaction_type, till, shortcode }: NonNullable<MpesaAccountState['tried']>) {
  const waits = mayBeOpen(state)
  return (
    <Notice tone={waits ? 'amber' : 'bad'} role="status">
      <b>
        {waits ? 'Being tried' : 'Not in force'}: {transactionTypes[transaction_type]} {till ?? shortcode}.
      </b>{' '}
      {sentence}{' '}
      {waits && (
        <noscript>
          <Link to="">Look again</Link>
        </noscript>
      )}
    </Notice>
  )
}

/** The account of the demo's simulator, for trying this page: its keys are made up, and open nothing. */
function Simulated(keys: Record<'shortcode' | 'consumer_key' | 'consumer_secret' | 'passkey', string>) {
  return (
    <details className="mpesa-simulated">
      <summary>Try it with this demo’s simulator</summary>
      <p>
        PayBill <code>{keys.shortcode}</code>, consumer key <code>{keys.consumer_key}</code>, consumer secret <code>{keys.consumer_secret}</code>,
        passkey <code>{keys.passkey}</code>
      </p>
    </details>
  )
}

interface MpesaFormProps {
  state: MpesaAccountState
  /** The owner's own. */
  phone: string
  /** Whether the owner's account has a second factor. */
  asksCode: boolean
  hasSimulator: boolean
}

/** An account and its keys, which are written and never shown again; with whom to ask for KSh 1, and who it is that asks. */
function MpesaForm({ state, phone, asksCode, hasSimulator }: MpesaFormProps) {
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
