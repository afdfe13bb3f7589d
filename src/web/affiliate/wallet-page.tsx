import { randomUUID } from 'node:crypto'
import { useRef } from 'react'
import { formatShillings, fromShillings } from '#domain/money.ts'
import { belowZeroReason, closedWallet } from '#domain/payout.ts'
import { formatPhone } from '#domain/phone.ts'
import { type Balance, getBalance } from '#features/affiliates/wallet/balance.ts'
import type { PayoutRow } from '#features/affiliates/wallet/payout-rows.ts'
import { ButtonLink } from '#ui/kit/button.tsx'
import { Field, PhoneField } from '#ui/kit/field.tsx'
import { Notice } from '#ui/kit/notice.tsx'
import { Stat } from '#ui/kit/stat.tsx'
import { showToast } from '#ui/kit/toast-store.ts'
import { statementUrl, walletUrl } from '#web/addresses.ts'
import { ListSection, TakenBack } from '#web/affiliate/affiliate-lists.tsx'
import { asAffiliate, loadList } from '#web/affiliate/affiliate-loaders.ts'
import { type Answer, act } from '#web/dashboard/dashboard-acts.ts'
import { useProfile, walletFailure } from '#web/dashboard/dashboard-layout.tsx'
import { ErrorPage } from '#web/error-page.tsx'
import { type FormState, IntentForm, KeyField } from '#web/forms/intent-form.tsx'
import { ProofFields } from '#web/forms/password-fields.tsx'
import { answerOf } from '#web/forms/refusal.ts'
import { pageMeta } from '#web/public-page.ts'
import { useShop } from '#web/shop-facts.ts'
import type { Route } from './+types/wallet-page.ts'
import './affiliate.css'

/** Rows per list; 50 clicks (spec §9). */
const sizes = { commissions: 8, clicks: 50, payouts: 8 }

export async function loader(args: Route.LoaderArgs) {
  const ctx = asAffiliate(args)
  const [balance, commissions, clicks, payouts] = await Promise.all([
    getBalance(ctx),
    loadList(ctx, 'commissions', { limit: sizes.commissions }),
    loadList(ctx, 'clicks', { limit: sizes.clicks }),
    loadList(ctx, 'payouts', { limit: sizes.payouts }),
  ])
  return { balance, commissions, clicks, payouts, key: randomUUID() }
}

export function action(args: Route.ActionArgs) {
  return act(args)
}

/** Shows refusals as toasts too (spec §8). */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  const answer = await answerOf<Answer>(serverAction)
  if ('unsure' in answer && answer.unsure === 'lost')
    showToast({ title: 'Error requesting payout', text: 'The connection was lost.', tone: 'bad', topic: 'payout' })
  if ('refusal' in answer && answer.refusal.code !== 'bad_input')
    showToast({ title: answer.refusal.title, text: answer.refusal.message, tone: 'bad', topic: 'payout' })
  return answer
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: 'Wallet', description: 'Your balance, commissions and payouts', path: walletUrl, unlisted: true })
}

export default function WalletTab({ loaderData: { balance, commissions, clicks, payouts, key } }: Route.ComponentProps) {
  const { available_balance, total_pending, total_earned, reserved, clawed_back } = balance
  const { commissionPercent } = useShop()
  return (
    <>
      <section className="stats stats-three" aria-label="Balance">
        <Stat isKey label="Available Balance" amount={available_balance} hint={hintOf(balance)} />
        <Stat label="Pending" amount={total_pending} />
        <Stat
          label="Total Earned"
          amount={total_earned}
          hint={reserved > 0 ? `${formatShillings(reserved)} on its way to you` : 'Approved and paid out'}
        />
      </section>
      <TakenBack amount={clawed_back} />
      <div className="two-columns">
        <PayoutForm {...balance} formKey={key} />
        <div className="column">
          <ListSection name="payouts" title="Payout History" list={payouts} />
          <div>
            <ButtonLink look="ghost" to={statementUrl()}>
              Statement
            </ButtonLink>
          </div>
        </div>
      </div>
      <ListSection name="commissions" title="Recent Commissions" aside={`${commissionPercent}% of new orders`} list={commissions} />
      <ListSection name="clicks" title="Recent Clicks" aside={`last ${sizes.clicks}`} list={clicks} inBox />
    </>
  )
}

function hintOf({
  available_balance,
  carried_debt,
  minimum_payout,
  next_request_at,
  open_payout,
}: Route.ComponentProps['loaderData']['balance']): string {
  if (available_balance < 0)
    return `${belowZeroReason({ available: fromShillings(available_balance), carried: fromShillings(carried_debt) })}: the next commissions make up for it`
  if (open_payout) return 'One request is open'
  if (next_request_at) return 'The next request has to wait'
  return available_balance < minimum_payout ? `Payouts begin at ${formatShillings(minimum_payout)}` : 'Ready to request'
}

export function ErrorBoundary() {
  return <ErrorPage failure={walletFailure} />
}

/** Requests a payout. An open request blocks the next one (spec §4, Payouts) and can be cancelled until it is paid. */
function PayoutForm({ available_balance, carried_debt, minimum_payout, next_request_at, open_payout: open, formKey }: Balance & { formKey: string }) {
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
